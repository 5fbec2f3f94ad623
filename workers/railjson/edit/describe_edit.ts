/**
 * What is stored of an edit: changed objects, rows for the search, the fault list, and what those who look on are told.
 * Points and signals on changed tracks change with them.
 */
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import type { Result } from "../../engine/result.ts";
import { ok } from "../../engine/result.ts";
import { checkNetwork } from "../checks/check_network.ts";
import { printFault } from "../infra_error.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { describePoint, describeSignal, listLines } from "../search_rows.ts";
import { TrackMap } from "../track_map.ts";
import { describeChange } from "./describe_change.ts";
import type { ChangedObject, NetworkEdit, NetworkObjects } from "./network_objects.ts";
import { byCodePoint } from "./route_reads.ts";

export interface StoredEdit {
  /** Null: as before. */
  readonly speed_limit_tags: readonly string[] | null;
  readonly voltages: readonly string[] | null;
  /** Whether the list of lines is there. */
  readonly has_lines: boolean;
  /** JSON text for those who look on. */
  readonly change: string;
  /** UTF-8 of the lists of JSON texts that `edit_infra` takes; what joins them is in none. */
  readonly lists: SharedArrayBuffer;
}

const LIST_SEPARATOR = "\u001d";
const RECORD_SEPARATOR = "\u001e";

/** The error is a sentence about a limit that the network exceeds now. */
export function describeEdit(
  before: NetworkObjects,
  { edit, document }: { edit: NetworkEdit; document: RailjsonDocument },
): Result<StoredEdit, string> {
  const checked = checkNetwork(document);
  if (!checked.ok) return checked;
  const changes = edit.listChanges();
  const changesType = (obj_type: ChangedObject["obj_type"]): boolean =>
    changes.some((change) => change.obj_type === obj_type);
  const search = listSearchChanges(edit.objects, changes);
  const has_lines = changesType("TrackSection") && haveOtherLines(before, document);
  const lists = [
    changes.map(({ obj_type, obj_id, kind }) => JSON.stringify([codeOf(obj_type), kind, obj_id])),
    changes.map((change) => JSON.stringify(change.kind === "delete" ? null : change.object)),
    ...search,
    has_lines ? listLines(document.track_sections).map((line) => JSON.stringify(line)) : [],
    checked.value.map(printFault),
  ];
  return ok({
    speed_limit_tags: changesType("SpeedSection") ? listTags(document) : null,
    voltages: changesType("Electrification") ? listVoltages(document) : null,
    has_lines,
    change: describeChange(before, { after: edit.objects, changes }),
    lists: packLists(lists),
  });
}

function codeOf(obj_type: ChangedObject["obj_type"]): number {
  return OBJECT_TYPES.findIndex((type) => type.obj_type === obj_type);
}

/** Ids and new rows of operational points, then of signals. */
function listSearchChanges(
  after: NetworkObjects,
  changes: readonly ChangedObject[],
): readonly string[][] {
  const idsOf = (obj_type: ChangedObject["obj_type"]): Set<string> =>
    new Set(changes.flatMap((change) => (change.obj_type === obj_type ? [change.obj_id] : [])));
  const tracks = idsOf("TrackSection");
  const points = idsOf("OperationalPoint");
  const signals = idsOf("Signal");
  if (tracks.size > 0) {
    for (const { id, parts } of after.operational_points.values()) {
      if (parts.some(({ track }) => tracks.has(track))) points.add(id);
    }
    for (const { id, track } of after.signals.values()) if (tracks.has(track)) signals.add(id);
  }
  if (points.size + signals.size === 0) return [[], [], [], []];
  const map = new TrackMap([...after.track_sections.values()]);
  return [
    [...points].map((id) => JSON.stringify(id)),
    [...points].flatMap((id) => {
      const point = after.operational_points.get(id);
      return point === undefined ? [] : [JSON.stringify(describePoint(point, map))];
    }),
    [...signals].map((id) => JSON.stringify(id)),
    [...signals].flatMap((id) => {
      const signal = after.signals.get(id);
      return signal === undefined ? [] : [JSON.stringify(describeSignal(signal, map))];
    }),
  ];
}

function haveOtherLines(before: NetworkObjects, document: RailjsonDocument): boolean {
  const old = listLines([...before.track_sections.values()]);
  return JSON.stringify(old) !== JSON.stringify(listLines(document.track_sections));
}

function listTags({ speed_sections }: RailjsonDocument): string[] {
  const tags = speed_sections.flatMap(({ speed_limit_by_tag }) => Object.keys(speed_limit_by_tag));
  return [...new Set(tags)].sort(byCodePoint);
}

function listVoltages({ electrifications }: RailjsonDocument): string[] {
  return [...new Set(electrifications.map(({ voltage }) => voltage))].sort(byCodePoint);
}

function packLists(lists: readonly (readonly string[])[]): SharedArrayBuffer {
  const text = lists.map((list) => list.join(RECORD_SEPARATOR)).join(LIST_SEPARATOR);
  const bytes = new TextEncoder().encode(text);
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
}
