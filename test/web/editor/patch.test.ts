// Method: random pairs of values; what a difference does to the first is done by the server's own code for patches, and is
// the second; on a value that somebody else has changed at that place it does not apply.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSame, type Json, makePatch, mergeChanges } from "../../../web/src/editor/edits/patch.ts";
import { applyPatch, PatchFault } from "../../../workers/railjson/edit/apply_patch.ts";

const Key = fc.constantFrom("a", "b", "a/b", "~", "~1", "", "0", "-");
const Value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1.5, "", "x"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(Key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

function patched(before: Json, after: Json, onto: Json = before): unknown {
  return applyPatch(structuredClone(onto), structuredClone(makePatch(before, after)), {
    values_left: 1e6,
  });
}

describe("a difference", () => {
  it("makes the second value of the first", () => {
    fc.assert(
      fc.property(Value, Value, (before, after) => {
        expect(patched(before, after)).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it("is none between equal values, whatever the order of their keys", () => {
    expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    expect(isSame({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });

  it("leaves what it does not change to others, and does not overwrite what they have changed", () => {
    const [before, after] = [
      { length: 10, name: "a" },
      { length: 20, name: "a" },
    ];
    expect(patched(before, after, { length: 10, name: "theirs" })).toEqual({
      length: 20,
      name: "theirs",
    });
    expect(() => patched(before, after, { length: 11, name: "a" })).toThrow(PatchFault);
    expect(() => patched({ a: 1 }, {}, { a: 2 })).toThrow(PatchFault);
  });
});

describe("a change on top of another one", () => {
  it("is either alone where the other changed nothing", () => {
    fc.assert(
      fc.property(Value, Value, (before, after) => {
        expect(mergeChanges(before, after, before)).toEqual(after);
        expect(mergeChanges(before, before, after)).toEqual(after);
      }),
    );
  });

  it("keeps what was typed and takes what was stored, whichever fields they are", () => {
    const former = { id: "a", name: "", parts: [1], extensions: { uic: 1, ch: "x" } };
    const own = { id: "a", name: "Middle", parts: [1], extensions: { uic: 2, ch: "x" } };
    const stored = { id: "a", name: "", parts: [1, 2], extensions: { uic: 1 }, weight: 3 };
    const merged = { id: "a", name: "Middle", parts: [1, 2], extensions: { uic: 2 }, weight: 3 };
    expect(mergeChanges(former, own, stored)).toEqual(merged);
    expect(mergeChanges(former, { ...own, name: "" }, { ...stored, name: "West" })).toEqual({
      ...merged,
      name: "West",
    });
    expect(mergeChanges({ a: 1 }, {}, { a: 1, b: 2 })).toEqual({ b: 2 });
  });
});
