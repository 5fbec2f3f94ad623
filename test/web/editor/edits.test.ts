// Method: batches on a small model of a network (a map of objects, patches applied by the server's code); the inverse
// brings back the very same objects, and the operations again make the same as the first time.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  create,
  invert,
  keyOf,
  type Operation,
  type RailObject,
  remove,
  targetOf,
  update,
} from "../../../web/src/editor/edits/edits.ts";
import { describeSplit } from "../../../web/src/editor/edits/split.ts";
import { applyPatch } from "../../../workers/railjson/edit/apply_patch.ts";

type Network = Map<string, RailObject>;

/** Throws when an operation does not apply. */
function apply(network: Network, operations: readonly Operation[]): Network {
  const next = new Map(network);
  for (const operation of operations) {
    const key = keyOf(targetOf(operation));
    if (next.has(key) === (operation.operation_type === "CREATE")) throw new Error(key);
    if (operation.operation_type === "CREATE") next.set(key, operation.railjson as RailObject);
    else if (operation.operation_type === "DELETE") next.delete(key);
    else {
      const steps = structuredClone(operation.railjson_patch);
      const budget = { values_left: 1e6 };
      next.set(key, applyPatch(structuredClone(next.get(key)), steps, budget) as RailObject);
    }
  }
  return next;
}

const sorted = (network: Network) => [...network].sort(([a], [b]) => (a < b ? -1 : 1));

/** One operation an object: what is there is changed or deleted, the others are made. */
const Plan = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    act: fc.constantFrom("create", "update", "delete"),
    position: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 8 },
);

const detector = (id: string, position: number): RailObject => ({ id, track: "T", position });

describe("an edit", () => {
  it("is taken back by its inverse, and done again by its operations", () => {
    fc.assert(
      fc.property(fc.subarray(["a", "b", "c", "d", "e"]), Plan, (there, plan) => {
        const before: Network = new Map(
          there.map((id) => [keyOf({ obj_type: "Detector", obj_id: id }), detector(id, 0)]),
        );
        const seen = new Set<string>();
        const operations = plan.flatMap(({ id, act, position }): Operation[] => {
          const known = before.get(`Detector ${id}`);
          if (seen.has(id) || (known === undefined) !== (act === "create")) return [];
          seen.add(id);
          if (known === undefined) return [create("Detector", detector(id, position))];
          if (act === "delete") return [remove("Detector", id)];
          return [update("Detector", known, detector(id, position))];
        });
        const after = apply(before, operations);
        const inverse = invert(operations, before, after);
        expect(sorted(apply(after, inverse))).toEqual(sorted(before));
        expect(sorted(apply(apply(after, inverse), operations))).toEqual(sorted(after));
      }),
    );
  });
});

describe("a split", () => {
  it("is told as operations, forward and back", () => {
    const old = { obj_type: "TrackSection" as const, obj_id: "T" };
    const ids = ["L", "R"].map((obj_id) => ({ obj_type: "TrackSection" as const, obj_id }));
    const link = { obj_type: "Switch" as const, obj_id: "S" };
    const attached = ["stays", "moves"].map((obj_id) => ({ obj_type: "Signal" as const, obj_id }));
    const before: Network = new Map([
      ["TrackSection T", { id: "T", length: 10 }],
      ["Signal stays", { id: "stays", track: "L", position: 1 }],
      ["Signal moves", { id: "moves", track: "T", position: 7 }],
    ]);
    const after: Network = new Map([
      ["TrackSection L", { id: "L", length: 4 }],
      ["TrackSection R", { id: "R", length: 6 }],
      ["Switch S", { id: "S", switch_type: "link" }],
      ["Signal stays", { id: "stays", track: "L", position: 1 }],
      ["Signal moves", { id: "moves", track: "R", position: 3 }],
    ]);
    const { operations, inverse } = describeSplit({
      old,
      made: [...ids, link],
      attached,
      before,
      after,
    });
    expect(sorted(apply(before, operations))).toEqual(sorted(after));
    expect(sorted(apply(after, inverse))).toEqual(sorted(before));
    expect(operations.filter(({ operation_type }) => operation_type === "UPDATE")).toHaveLength(1);
  });
});
