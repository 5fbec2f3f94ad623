/**
 * Automatic repairs of a network: deletes objects without a location, removes ranges and parts on
 * missing tracks, adds buffer stops at free ends. Faults are fixed in the model, which then
 * rechecks the affected objects, since a deletion causes further faults; finally everything is
 * undone. The answer has each object once: after posting it, a second call gives nothing.
 */
import { createHash } from "node:crypto";
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import type { FaultyObject } from "../infra_error.ts";
import { MAX_FIX_ROUNDS } from "../limits.ts";
import { type FaultsByObject, groupByObject, objectKey } from "./kept_faults.ts";
import type { NetworkModel } from "./network_model.ts";
import {
  type ChangedObject,
  NetworkEdit,
  type NetworkObject,
  type NetworkObjects,
} from "./network_objects.ts";
import type { EditOperation } from "./operations.ts";
import { changeModel, type Undo, undoChange } from "./recheck.ts";

/** Faults of one object to fix in this round. */
type Faults = readonly FaultyObject[];

/**
 * Operations in the order of a document's lists, creations last. `known`: all faults of the model's
 * objects. Leaves the model unchanged.
 */
export function findFixes(model: NetworkModel, known: FaultsByObject): EditOperation[] {
  const removals: Removals = new Map();
  const changes: ChangedObject[] = [];
  const undos: Undo[] = [];
  let faults = known;
  for (let round = 0; round < MAX_FIX_ROUNDS; round++) {
    const edit = new NetworkEdit(model.objects);
    fixAll(edit, faults, removals);
    const fixed = edit.listChanges();
    const changed = changeModel(model, fixed);
    if (fixed.length === 0 || !changed.ok) break;
    changes.push(...fixed);
    undos.push(changed.value.undo);
    // Faults of other objects were already left alone in this round.
    faults = groupByObject(changed.value.faults);
  }
  for (const undo of undos.reverse()) undoChange(model, undo);
  return listOperations(model.objects, changes, removals);
}

/** Indices of what was removed from an object's list, as of the original list. */
type Removals = Map<string, Set<number>>;

function fixAll(edit: NetworkEdit, faults: FaultsByObject, removals: Removals): void {
  for (const [key, own] of listInOrder(edit, faults)) fixObject(edit, key, { own, removals });
}

/** In the order of a document, regardless of the order of the faults. */
function listInOrder(edit: NetworkEdit, faults: FaultsByObject): [string, Faults][] {
  const types = new Set([...faults.values()].map(([first]) => first?.obj_type));
  return OBJECT_TYPES.flatMap(({ obj_type, key: list }) => {
    if (!types.has(obj_type)) return [];
    const listed: [string, Faults][] = [];
    for (const obj_id of edit.list(list).keys()) {
      const own = faults.get(objectKey(obj_type, obj_id));
      if (own !== undefined) listed.push([objectKey(obj_type, obj_id), own]);
    }
    return listed;
  });
}

function fixObject(
  edit: NetworkEdit,
  key: string,
  { own, removals }: { own: Faults; removals: Removals },
): void {
  const [first] = own;
  if (first === undefined) return;
  const { obj_type, obj_id } = first;
  const object = edit.get(obj_type, obj_id);
  if (object === undefined) return;
  if (own.some((fault) => takesDeletion(fault, object))) edit.delete(obj_type, obj_id);
  else if (obj_type === "TrackSection") addStops(edit, own);
  else removeEntries(edit, object, { key, own, removals });
}

function takesDeletion({ obj_type, fault }: FaultyObject, object: NetworkObject): boolean {
  const names = (type: ObjectType): boolean =>
    fault.error_type === "invalid_reference" && fault.reference.type === type;
  switch (obj_type) {
    case "Signal":
    case "Detector":
      return fault.error_type === "out_of_range" || names("TrackSection");
    case "BufferStop":
      return (
        fault.error_type === "out_of_range" ||
        fault.error_type === "odd_buffer_stop_location" ||
        names("TrackSection")
      );
    case "Switch":
      return fault.error_type === "invalid_switch_ports" || names("TrackSection");
    case "Route":
      return fault.error_type === "invalid_reference" && isRouteEnd(fault.reference, object);
    case "OperationalPoint":
    case "SpeedSection":
    case "Electrification":
      return fault.error_type === "empty_object";
    case "NeutralSection":
    case "SwitchType":
    case "TrackSection":
      return false;
  }
}

/** Whichever field refers to it. */
function isRouteEnd(
  { type, obj_id }: { readonly type: ObjectType; readonly obj_id: string },
  object: NetworkObject,
): boolean {
  if (!("entry_point" in object)) return false;
  if (type !== "Detector" && type !== "BufferStop") return false;
  return object.entry_point.id === obj_id || object.exit_point.id === obj_id;
}

function addStops(edit: NetworkEdit, own: Faults): void {
  for (const { obj_id: track, fault } of own) {
    if (fault.error_type !== "missing_buffer_stop") continue;
    const length = edit.list("track_sections").get(track)?.length ?? 0;
    const stop = {
      id: chooseStopId(edit, track, fault.endpoint),
      track,
      position: fault.endpoint === "BEGIN" ? 0 : length,
      extensions: { sncf: null },
    };
    edit.put("BufferStop", stop);
  }
}

/** Always the same id for an end, unless a stop of the network has it, possibly moved elsewhere. */
function chooseStopId(edit: NetworkEdit, track: string, endpoint: string): string {
  for (let n = 0; ; n++) {
    const id = nameUuid(`${endpoint} ${n} ${track}`);
    if (edit.get("BufferStop", id) === undefined) return id;
  }
}

/** A UUID of version 5 (RFC 9562), with our own namespace. */
function nameUuid(name: string): string {
  const bytes = createHash("sha1").update(`marey buffer stop ${name}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/** The list of an object's places, from which those on missing tracks are removed. */
function listNameOf(obj_type: ObjectType): "parts" | "track_ranges" | null {
  if (obj_type === "OperationalPoint") return "parts";
  return obj_type === "SpeedSection" || obj_type === "Electrification" ? "track_ranges" : null;
}

function removeEntries(
  edit: NetworkEdit,
  object: NetworkObject,
  item: { key: string; own: Faults; removals: Removals },
): void {
  const { key, own, removals } = item;
  const obj_type = own[0]?.obj_type ?? "Signal";
  const name = listNameOf(obj_type);
  if (name === null) return;
  const removed = new Set<number>();
  for (const { field, fault } of own) {
    if (fault.error_type !== "invalid_reference" || fault.reference.type !== "TrackSection")
      continue;
    const [list, index] = (field ?? "").split(".");
    if (list === name) removed.add(Number(index));
  }
  if (removed.size === 0) return;
  // All missing ones are removed at once: a second removal would need indices of the original list.
  removals.set(key, removed);
  // Safe: the type's schema has this list.
  const list = Reflect.get(object, name) as readonly unknown[];
  const left = list.filter((_, index) => !removed.has(index));
  edit.put(obj_type, { ...object, [name]: left } as NetworkObject);
}

/** Of several changes of one object, the last one counts. */
function listOperations(
  objects: NetworkObjects,
  changes: readonly ChangedObject[],
  removals: Removals,
): EditOperation[] {
  const changed = new Map(changes.map((change) => [`${change.obj_type} ${change.obj_id}`, change]));
  const types = new Set(changes.map(({ obj_type }) => obj_type));
  const operations: EditOperation[] = [];
  for (const { obj_type, key: list } of OBJECT_TYPES) {
    if (!types.has(obj_type)) continue;
    for (const obj_id of objects[list].keys()) {
      const key = `${obj_type} ${obj_id}`;
      const kind = changed.get(key)?.kind;
      if (kind === "delete") operations.push({ operation_type: "DELETE", obj_type, obj_id });
      if (kind === "update") {
        operations.push({
          operation_type: "UPDATE",
          obj_type,
          obj_id,
          railjson_patch: patchOf(key),
        });
      }
    }
  }
  for (const change of changed.values()) {
    if (change.kind !== "create") continue;
    const { obj_type, object } = change;
    operations.push({ operation_type: "CREATE", obj_type, railjson: object });
  }
  return operations;

  function patchOf(key: string): { op: "remove"; path: string }[] {
    const name = key.startsWith("OperationalPoint ") ? "parts" : "track_ranges";
    const indices = [...(removals.get(key) ?? [])].sort((a, b) => b - a);
    return indices.map((index) => ({ op: "remove", path: `/${name}/${index}` }));
  }
}
