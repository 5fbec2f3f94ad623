/**
 * Fixes of networks that are damaged at random: to apply them leaves nothing to fix, and no fault of a kind that
 * fixes are for.
 */
import { describe, expect, it } from "vitest";
import { generateNetwork } from "../../../../bench/network.ts";
import { checkNetwork } from "../../../../workers/railjson/checks/check_network.ts";
import { findFixes } from "../../../../workers/railjson/edit/find_fixes.ts";
import { groupByObject } from "../../../../workers/railjson/edit/kept_faults.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import {
  indexObjects,
  NetworkEdit,
  type NetworkObjects,
  toDocument,
} from "../../../../workers/railjson/edit/network_objects.ts";
import {
  applyOperations,
  checkOperations,
  type EditOperation,
} from "../../../../workers/railjson/edit/operations.ts";
import type { FaultyObject } from "../../../../workers/railjson/infra_error.ts";
import { makeSample } from "../sample.ts";
import { drawOperation, seededRandom } from "./damage.ts";

const SEEDS = 200;
const VERSION = "3.4.12";
// Both are valid, which their own tests show.
const SAMPLE = indexObjects(makeSample() as never);
const GENERATED = indexObjects(
  generateNetwork({ station_count: 3, train_count: 1 }).railjson as never,
);

/** The objects after operations, all of which must apply. */
function apply(objects: NetworkObjects, operations: readonly unknown[]): NetworkObjects {
  const checked = checkOperations(operations);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const edit = new NetworkEdit(objects);
  const applied = applyOperations(edit, checked.value);
  if (!applied.ok) throw new Error(JSON.stringify(applied.error));
  return edit.objects;
}

/** Of a model of its own, which is afterwards what it was. */
function fixesOf(objects: NetworkObjects): EditOperation[] {
  const document = toDocument(objects, VERSION);
  const checked = checkNetwork(document);
  if (!checked.ok) throw new Error(checked.error);
  const known = groupByObject(checked.value);
  const model = new NetworkModel(document);
  const fixes = findFixes(model, known);
  expect(model.toDocument()).toEqual(document);
  return fixes;
}

function damage(objects: NetworkObjects, seed: number): NetworkObjects {
  const random = seededRandom(seed);
  let damaged = objects;
  const count = 1 + Math.floor(random() * 12);
  for (let i = 0; i < count; i++) {
    const operation = drawOperation(new NetworkEdit(damaged), random);
    if (operation !== null) damaged = apply(damaged, [operation]);
  }
  return damaged;
}

const ON_TRACKS = ["Signal", "Detector", "BufferStop", "Switch", "OperationalPoint"];

const ALWAYS_FIXED: readonly string[] = [
  "missing_buffer_stop",
  "odd_buffer_stop_location",
  "invalid_switch_ports",
];

/** Whether a fix is for it, in the words of the interface. */
function isFixable({ obj_type, field, fault }: FaultyObject): boolean {
  const { error_type } = fault;
  if (ALWAYS_FIXED.includes(error_type)) return true;
  if (error_type === "empty_object") return obj_type !== "NeutralSection";
  if (error_type === "out_of_range") return ["Signal", "Detector", "BufferStop"].includes(obj_type);
  if (error_type !== "invalid_reference") return false;
  if (obj_type === "Route") return field === "entry_point" || field === "exit_point";
  if (fault.reference.type !== "TrackSection") return false;
  if (ON_TRACKS.includes(obj_type)) return true;
  return obj_type !== "NeutralSection" && (field ?? "").startsWith("track_ranges");
}

function listFaults(objects: NetworkObjects): readonly FaultyObject[] {
  const checked = checkNetwork(toDocument(objects, VERSION));
  if (!checked.ok) throw new Error(checked.error);
  return checked.value;
}

describe("fixes", () => {
  it("of a network without faults are none", () => {
    expect(fixesOf(SAMPLE)).toEqual([]);
  });

  it("keep the ids of stops that they create, unless another stop has taken one", () => {
    const bare = apply(SAMPLE, [
      { operation_type: "DELETE", obj_type: "BufferStop", obj_id: "stop_c" },
      { operation_type: "DELETE", obj_type: "Route", obj_id: "to_c" },
    ]);
    const [first] = fixesOf(bare);
    expect(fixesOf(bare)).toEqual([first]);
    if (first?.operation_type !== "CREATE") throw new Error("a stop is missing");
    const moved = apply(bare, [
      { ...first, railjson: { ...first.railjson, track: "d", position: 300 } },
    ]);
    const again = fixesOf(moved).filter((fix) => fix.operation_type === "CREATE");
    expect(again).toHaveLength(1);
    expect(again[0]?.railjson.id).not.toBe(first.railjson.id);
  });

  it.each<[string, NetworkObjects]>([
    ["drawn by hand", SAMPLE],
    ["that is generated", GENERATED],
  ])(`of a network ${"%s"}, damaged in ${SEEDS} ways, leave nothing to fix`, (_, objects) => {
    let fixed_count = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const damaged = damage(objects, seed);
      const fixes = fixesOf(damaged);
      fixed_count += fixes.length;
      const fixed = apply(damaged, fixes);
      expect(fixesOf(fixed), `seed ${seed}`).toEqual([]);
      expect(listFaults(fixed).filter(isFixable), `seed ${seed}`).toEqual([]);
      const keys = fixes.map((fix) =>
        fix.operation_type === "CREATE" ? fix.railjson.id : `${fix.obj_type} ${fix.obj_id}`,
      );
      expect(new Set(keys).size, `seed ${seed}`).toBe(keys.length);
    }
    expect(fixed_count).toBeGreaterThan(SEEDS);
  });
});
