/**
 * JSON Patch: the examples of RFC 6902 (appendix A), what the RFC refuses, and patches that are made to cost a lot.
 */
import { describe, expect, it } from "vitest";
import {
  applyPatch,
  PatchFault,
  type PatchStep,
} from "../../../../workers/railjson/edit/apply_patch.ts";

const plenty = () => ({ values_left: 1_000_000 });
const apply = (value: unknown, ...steps: PatchStep[]): unknown =>
  applyPatch(structuredClone(value), steps, plenty());

describe("a patch", () => {
  it.each<[string, unknown, PatchStep[], unknown]>([
    [
      "adds a member",
      { foo: "bar" },
      [{ op: "add", path: "/baz", value: "qux" }],
      { foo: "bar", baz: "qux" },
    ],
    [
      "adds an element",
      { foo: ["bar", "baz"] },
      [{ op: "add", path: "/foo/1", value: "qux" }],
      { foo: ["bar", "qux", "baz"] },
    ],
    [
      "removes a member",
      { baz: "qux", foo: "bar" },
      [{ op: "remove", path: "/baz" }],
      { foo: "bar" },
    ],
    [
      "removes an element",
      { foo: ["bar", "qux", "baz"] },
      [{ op: "remove", path: "/foo/1" }],
      { foo: ["bar", "baz"] },
    ],
    [
      "replaces a value",
      { baz: "qux", foo: "bar" },
      [{ op: "replace", path: "/baz", value: "boo" }],
      { baz: "boo", foo: "bar" },
    ],
    [
      "moves a value",
      { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
      [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
      { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
    ],
    [
      "moves an element",
      { foo: ["all", "grass", "cows", "eat"] },
      [{ op: "move", from: "/foo/1", path: "/foo/3" }],
      { foo: ["all", "cows", "eat", "grass"] },
    ],
    [
      "tests values",
      { baz: "qux", foo: ["a", 2, "c"] },
      [
        { op: "test", path: "/baz", value: "qux" },
        { op: "test", path: "/foo/1", value: 2 },
      ],
      { baz: "qux", foo: ["a", 2, "c"] },
    ],
    [
      "adds a nested object",
      { foo: "bar" },
      [{ op: "add", path: "/child", value: { grandchild: {} } }],
      { foo: "bar", child: { grandchild: {} } },
    ],
    [
      "reads escapes in order",
      { "/": 9, "~1": 10 },
      [{ op: "test", path: "/~01", value: 10 }],
      { "/": 9, "~1": 10 },
    ],
    [
      "appends to a list",
      { foo: ["bar"] },
      [{ op: "add", path: "/foo/-", value: ["abc"] }],
      { foo: ["bar", ["abc"]] },
    ],
    ["replaces the whole", { a: 1 }, [{ op: "replace", path: "", value: [] }], []],
    [
      "copies a value of its own",
      { a: { b: 1 } },
      [
        { op: "copy", from: "/a", path: "/c" },
        { op: "replace", path: "/c/b", value: 2 },
      ],
      { a: { b: 1 }, c: { b: 2 } },
    ],
    [
      "tests objects whatever their order",
      { a: { x: 1, y: [null] } },
      [{ op: "test", path: "/a", value: { y: [null], x: 1 } }],
      { a: { x: 1, y: [null] } },
    ],
    ["moves a value onto itself", { a: 1 }, [{ op: "move", from: "/a", path: "/a" }], { a: 1 }],
  ])("%s", (_, value, steps, expected) => {
    expect(apply(value, ...steps)).toEqual(expected);
  });

  it.each<[string, PatchStep]>([
    ["a member of what is absent", { op: "add", path: "/a/b", value: 1 }],
    ["the replacement of what is absent", { op: "replace", path: "/c", value: 1 }],
    ["the removal of what is absent", { op: "remove", path: "/c" }],
    ["an index behind the end", { op: "add", path: "/list/3", value: 1 }],
    ["the removal at the end", { op: "remove", path: "/list/2" }],
    ["the place behind the end, read", { op: "test", path: "/list/-", value: 1 }],
    ["an index with leading zeros", { op: "replace", path: "/list/01", value: 1 }],
    ["an index in another form", { op: "replace", path: "/list/1e0", value: 1 }],
    ["a negative index", { op: "replace", path: "/list/-1", value: 1 }],
    ["a length as a member", { op: "replace", path: "/list/length", value: 1 }],
    ["a test of another value", { op: "test", path: "/list", value: [1, "2"] }],
    ["a test of a text for a number", { op: "test", path: "/list/0", value: "1" }],
    ["a move into itself", { op: "move", from: "/list", path: "/list/0" }],
    ["a member that all objects inherit", { op: "test", path: "/constructor", value: null }],
    ["a way through a prototype", { op: "add", path: "/__proto__/polluted", value: 1 }],
    ["a prototype", { op: "add", path: "/__proto__", value: { polluted: 1 } }],
    ["a way through a text", { op: "add", path: "/text/0", value: 1 }],
  ])("refuses %s", (_, step) => {
    const value = { list: [1, 2], text: "abc" };
    expect(() => apply(value, step)).toThrow(PatchFault);
    expect("polluted" in {}).toBe(false);
  });

  it("keeps the order of keys, new ones come last", () => {
    const value = { a: 1, b: 2, c: 3 };
    const patched = apply(
      value,
      { op: "replace", path: "/b", value: 4 },
      { op: "add", path: "/d", value: 5 },
    );
    expect(JSON.stringify(patched)).toBe('{"a":1,"b":4,"c":3,"d":5}');
  });

  it("that doubles a list again and again is refused when its budget is spent", () => {
    const doubling: PatchStep[] = Array.from({ length: 64 }, () => ({
      op: "copy",
      from: "/list",
      path: "/list/-",
    }));
    expect(() => applyPatch({ list: [1] }, doubling, plenty())).toThrow(/too much/);
  });

  it("that compares a large value again and again is refused when its budget is spent", () => {
    const list = Array.from({ length: 10_000 }, (_, i) => i);
    const tests: PatchStep[] = Array.from({ length: 1_000 }, () => ({
      op: "test",
      path: "/list",
      value: list,
    }));
    expect(() => applyPatch({ list }, tests, plenty())).toThrow(/too much/);
  });
});
