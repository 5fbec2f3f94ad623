// Method: drawn values packed and unpacked; every bit of one turned over, every shorter and longer one, other keys, engines and formats.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  packShared,
  type SharedForm,
  unpackShared,
} from "../../../src/platform/compute/shared_value.ts";

const ENGINE = "0123456789abcdef0123456789abcdef";
const FORM: SharedForm = {
  head: { kind: "success", times_ms: [0, 1.5, -3, 1e300], text: "Zürich" },
  buffers: [new Uint8Array([1, 2, 3]), new Uint8Array(0), new Uint8Array([4, 5, 6, 7, 8])],
};
const PACKED = packShared("key", FORM, ENGINE);

function copyWith(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(PACKED);
  change(copy);
  return copy;
}

function plain(form: SharedForm | null): unknown {
  return form === null ? null : { ...form, buffers: form.buffers.map((one) => [...one]) };
}

describe("a value that servers share", () => {
  it("comes back as it was, whatever it holds", () => {
    const drawn = fc.tuple(
      fc.string({ unit: "binary" }),
      fc.jsonValue(),
      fc.array(fc.uint8Array({ maxLength: 300 })),
    );
    fc.assert(
      fc.property(drawn, ([key, head, buffers]) => {
        // What JSON makes of a number below zero that is none.
        const form = { head: JSON.parse(JSON.stringify(head)) as unknown, buffers };
        const back = unpackShared(key, packShared(key, form, ENGINE), ENGINE);
        expect(plain(back)).toEqual(plain(form));
      }),
    );
  });

  it("is nothing when one bit is another", () => {
    for (let bit = 0; bit < PACKED.length * 8; bit++) {
      const turned = copyWith((copy) => {
        copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      });
      expect(unpackShared("key", turned, ENGINE), `bit ${bit}`).toBe(null);
    }
  });

  it("is nothing when bytes are cut off or added", () => {
    for (let length = 0; length < PACKED.length; length++) {
      expect(unpackShared("key", PACKED.subarray(0, length), ENGINE), `${length}`).toBe(null);
    }
    expect(unpackShared("key", Buffer.concat([PACKED, Buffer.alloc(1)]), ENGINE)).toBe(null);
  });

  it("is nothing for another key or another engine", () => {
    expect(plain(unpackShared("key", PACKED, ENGINE))).toEqual(plain(FORM));
    expect(unpackShared("kez", PACKED, ENGINE)).toBe(null);
    expect(unpackShared("key", PACKED, ENGINE.replace("0", "1"))).toBe(null);
  });

  it("is nothing where bytes were drawn by chance", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (drawn) => {
        expect(unpackShared("key", Buffer.from(drawn), ENGINE)).toBe(null);
        const headed = Buffer.concat([PACKED.subarray(0, 32), drawn]);
        expect(unpackShared("key", headed, ENGINE)).toBe(null);
      }),
    );
  });
});
