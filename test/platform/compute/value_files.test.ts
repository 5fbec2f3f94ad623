// Method: values and networks of drawn bytes in a folder of the test's own, whose files are damaged, exchanged, outgrown and taken away.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SharedNetworks } from "../../../src/platform/compute/shared_networks.ts";
import { type SharedCodec, shareBytes } from "../../../src/platform/compute/shared_value.ts";
import { ValueFiles } from "../../../src/platform/compute/value_files.ts";

const ENGINE = "a".repeat(32);
const MIB = 1024 * 1024;
const { signal } = new AbortController();

const BYTES: SharedCodec<Uint8Array> = {
  toForm: (bytes) => ({ head: null, buffers: [bytes] }),
  fromForms: (forms) => forms.map(({ buffers: [bytes = new Uint8Array(0)] }) => bytes),
};

let folder: string;
let told: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-values-"));
  told = [];
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** A server that has just started. */
function openFiles(bytes_max = 64 * MIB, engine = ENGINE): ValueFiles {
  const log = pino({}, { write: (line) => told.push(JSON.parse(line)) });
  return new ValueFiles({ folder, bytes_max, engine, log });
}

async function store(files: ValueFiles, key: string, value: Uint8Array): Promise<boolean> {
  return await files.store([{ key, value, bytes: value.length }], BYTES);
}

async function get(files: ValueFiles, key: string): Promise<Buffer | null> {
  const found = (await files.get([key], BYTES, { signal })).get(key);
  return found === undefined ? null : Buffer.from(found);
}

const paths = (): string[] => readdirSync(folder).map((name) => join(folder, name));

describe("values as files", () => {
  it("are there for the next server, for its owner's eyes, and not for another engine or key", async () => {
    const value = randomBytes(1000);
    expect(await store(openFiles(), "key", value)).toBe(true);
    expect(await get(openFiles(), "other")).toBe(null);
    expect(await get(openFiles(), "key")).toEqual(value);
    expect(paths().map((path) => statSync(path).mode & 0o777)).toEqual([0o600]);
    expect(await get(openFiles(64 * MIB, "b".repeat(32)), "key")).toBe(null);
  });

  it("are nothing, and gone, when a byte is another one or missing, wherever it was", async () => {
    const value = randomBytes(200);
    await store(openFiles(), "key", value);
    const [path = ""] = paths();
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      for (const damaged of [changed, whole.subarray(0, at)]) {
        writeFileSync(path, damaged);
        expect(await get(openFiles(), "key"), `byte ${at}`).toBe(null);
        expect(paths()).toEqual([]);
      }
    }
    writeFileSync(path, whole);
    expect(await get(openFiles(), "key")).toEqual(value);
  });

  it("are nothing under another key's name", async () => {
    await store(openFiles(), "first", randomBytes(10));
    const [first = ""] = paths();
    await store(openFiles(), "second", randomBytes(10));
    const second = paths().find((path) => path !== first) ?? "";
    writeFileSync(second, readFileSync(first));
    expect(await get(openFiles(), "second")).toBe(null);
    expect(await get(openFiles(), "first")).not.toBe(null);
  });

  it("are nothing where a pipe is in their place, which is replaced", async () => {
    await store(openFiles(), "key", randomBytes(10));
    const [path = ""] = paths();
    rmSync(path);
    execFileSync("mkfifo", [path]);
    expect(await get(openFiles(), "key")).toBe(null);
    const value = randomBytes(10);
    expect(await store(openFiles(), "key", value)).toBe(true);
    expect(await get(openFiles(), "key")).toEqual(value);
  });

  it("make room for others: first those that were read longest ago, and what a killed server left", async () => {
    const files = openFiles(10_000);
    for (const key of ["a", "b", "c", "d"]) {
      await store(files, key, randomBytes(2000));
      // An hour each, so that their order is known.
      for (const path of paths()) {
        const used_s = statSync(path).mtimeMs / 1000 - 3600;
        utimesSync(path, used_s, used_s);
      }
    }
    const left = join(folder, "left.1.0");
    writeFileSync(left, "half");
    utimesSync(left, 1, 1);
    expect(await get(files, "a")).not.toBe(null);
    // Four values and their heads are more than three quarters with a fifth.
    await store(openFiles(10_000), "e", randomBytes(2000));
    expect(paths()).not.toContain(left);
    const kept = await Promise.all(["a", "b", "c", "d", "e"].map((key) => get(files, key)));
    expect(kept.map((value) => value !== null)).toEqual([true, false, false, true, true]);
  });

  it("count once however often they are written", async () => {
    const files = openFiles(10_000);
    await store(files, "other", randomBytes(3000));
    for (let n = 0; n < 5; n++) expect(await store(files, "key", randomBytes(5000))).toBe(true);
    expect(await get(files, "other")).not.toBe(null);
  });

  it("are not kept when they are more than all room, and nothing else goes for them", async () => {
    const files = openFiles(10_000);
    await store(files, "small", randomBytes(100));
    expect(await store(files, "large", randomBytes(10_000))).toBe(false);
    expect(await get(files, "small")).not.toBe(null);
    expect(told).toEqual([]);
  });

  it("are not kept where as much would not stay free on the disk", async () => {
    expect(await store(openFiles(Number.MAX_SAFE_INTEGER), "key", randomBytes(10))).toBe(false);
    expect(paths()).toEqual([]);
  });

  it("fail nobody where no folder can be made, and say so once", async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file in its place");
    const files = openFiles();
    expect(await store(files, "key", randomBytes(10))).toBe(false);
    expect(await store(files, "key", randomBytes(10))).toBe(false);
    expect(await get(files, "key")).toBe(null);
    expect(told).toMatchObject([{ level: 40, msg: "compiled networks can't be kept as files" }]);
  });

  it("are not read for somebody who has left", async () => {
    await store(openFiles(), "key", randomBytes(10));
    const left = AbortSignal.abort(new Error("left"));
    await expect(openFiles().get(["key"], BYTES, { signal: left })).rejects.toThrow("left");
  });
});

describe("a network as files", () => {
  it("comes back in the next server, byte for byte, and not when one of its files is gone", async () => {
    const buffer = shareBytes(randomBytes(2.5 * MIB));
    await new SharedNetworks(openFiles()).store("1 of 2", { buffer, digest: "d" });
    const back = await new SharedNetworks(openFiles()).get("1 of 2", signal);
    expect(back?.digest).toBe("d");
    expect(Buffer.from(back?.buffer ?? new ArrayBuffer()).equals(Buffer.from(buffer))).toBe(true);
    expect(paths()).toHaveLength(4);
    for (const path of paths()) {
      const kept = readFileSync(path);
      rmSync(path);
      expect(await new SharedNetworks(openFiles()).get("1 of 2", signal)).toBe(null);
      writeFileSync(path, kept);
    }
    expect(await new SharedNetworks(openFiles()).get("1 of 2", signal)).not.toBe(null);
  });
});
