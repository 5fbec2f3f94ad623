// Method: networks of drawn bytes in a store of the test's own, whose values are taken away one after the other.
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SharedNetworks } from "../../../src/platform/compute/shared_networks.ts";
import type { SharedResults } from "../../../src/platform/compute/shared_results.ts";
import {
  packShared,
  shareBytes,
  unpackShared,
} from "../../../src/platform/compute/shared_value.ts";

const ENGINE = "f".repeat(32);
const MIB = 1024 * 1024;
const { signal } = new AbortController();

/** Values as a server keeps them; `room` of them at most. */
function makeStore(room = 100) {
  const values = new Map<string, Buffer>();
  const store: Pick<SharedResults, "get" | "store"> = {
    get: async (keys, codec) => {
      const found = keys.flatMap((key) => {
        const packed = values.get(key);
        const form = packed === undefined ? null : unpackShared(key, packed, ENGINE);
        return form === null ? [] : [{ key, form }];
      });
      const read = codec.fromForms(found.map(({ form }) => form));
      return new Map(read.map((value, i) => [found[i]?.key ?? "", value]));
    },
    store: async (entries, codec) => {
      for (const { key, value } of entries) {
        if (values.size >= room) return false;
        values.set(key, packShared(key, codec.toForm(value), ENGINE));
      }
      return true;
    },
  };
  return { values, networks: new SharedNetworks(store) };
}

describe("a network in parts", () => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 3.5 * MIB])("of %i bytes comes back", async (length) => {
    const { networks, values } = makeStore();
    const buffer = shareBytes(randomBytes(length));
    await networks.store("1 of 2", { buffer, digest: "d" });
    expect(values.size).toBe(1 + Math.ceil(length / MIB));
    const back = await networks.get("1 of 2", signal);
    expect(back?.digest).toBe("d");
    expect(Buffer.from(back?.buffer ?? new ArrayBuffer()).equals(Buffer.from(buffer))).toBe(true);
    expect(await networks.get("1 of 3", signal)).toBe(null);
  });

  it("is nothing when any of its values is gone, or another network's part", async () => {
    const { networks, values } = makeStore();
    const first = shareBytes(randomBytes(3 * MIB));
    await networks.store("first", { buffer: first, digest: "a" });
    const kept = new Map(values);
    await networks.store("second", { buffer: shareBytes(randomBytes(3 * MIB)), digest: "b" });
    const foreign = [...values.values()].slice(kept.size);
    for (const [i, key] of [...kept.keys()].entries()) {
      values.delete(key);
      expect(await networks.get("first", signal), key).toBe(null);
      values.set(key, foreign[i] ?? Buffer.alloc(0));
      expect(await networks.get("first", signal), key).toBe(null);
      values.set(key, kept.get(key) ?? Buffer.alloc(0));
    }
    expect((await networks.get("first", signal))?.digest).toBe("a");
  });

  it("is not told of where there is no room for all of it", async () => {
    const { networks, values } = makeStore(2);
    const buffer = shareBytes(randomBytes(3 * MIB));
    await networks.store("1", { buffer, digest: "a" });
    expect(values.size).toBe(2);
    expect(await networks.get("1", signal)).toBe(null);
  });
});
