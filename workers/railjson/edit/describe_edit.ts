/**
 * Changes a network and lists what to store: changed objects, rows for the search, faults, and the
 * event. Search rows of points and signals change with their tracks, as do those of lines.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import type { Result } from "../../engine/result.ts";
import { ok } from "../../engine/result.ts";
import { printFault } from "../infra_error.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { describePoint, describeSignal, listLines } from "../search_rows.ts";
import { TrackMap } from "../track_map.ts";
import { ChangeDescription } from "./describe_change.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import type { ChangedObject, NetworkObject } from "./network_objects.ts";
import type { Recheck } from "./recheck.ts";
import { lineOf } from "./references.ts";
import { byCodePoint } from "./route_reads.ts";

export interface StoredEdit {
  /** Null: unchanged. */
  readonly speed_limit_tags: readonly string[] | null;
  readonly voltages: readonly string[] | null;
  /** Whether the list of lines is included. */
  readonly has_lines: boolean;
  /** JSON text of the event. */
  readonly change: string;
  /** The lists of JSON texts that `edit_infra` takes, in UTF-8; their separators occur in no text. */
  readonly lists: SharedArrayBuffer;
}

const LIST_SEPARATOR = "\u001d";
const RECORD_SEPARATOR = "\u001e";

/** `change` applies the changes to the model; the error is a sentence about a limit that the network would exceed. */
export function describeEdit(
  model: NetworkModel,
  changes: readonly ChangedObject[],
  change: () => Result<Recheck, string>,
): Result<StoredEdit, string> {
  const description = new ChangeDescription(changes);
  description.look(model);
  const lines = listChangedLines(model, changes);
  const former_lines = printLines(model, lines);
  const changed = change();
  if (!changed.ok) return changed;
  description.look(model);
  description.lookAround(model, changed.value);
  const has_lines = printLines(model, lines) !== former_lines;
  const changesType = (obj_type: ObjectType): boolean =>
    changes.some((one) => one.obj_type === obj_type);
  const { objects, faults } = changed.value;
  const lists = [
    changes.map(({ obj_type, obj_id, kind }) => JSON.stringify([codeOf(obj_type), kind, obj_id])),
    changes.map((one) => JSON.stringify(one.kind === "delete" ? null : one.object)),
    ...listSearchChanges(model, changes),
    has_lines ? listAllLines(model) : [],
    [...objects.entries()].map(([obj_type, obj_id]) => JSON.stringify([codeOf(obj_type), obj_id])),
    faults.map(printFault),
  ];
  return ok({
    speed_limit_tags: changesType("SpeedSection") ? listTags(model) : null,
    voltages: changesType("Electrification") ? listVoltages(model) : null,
    has_lines,
    change: description.print(),
    lists: packLists(lists),
  });
}

function codeOf(obj_type: ObjectType): number {
  return OBJECT_TYPES.findIndex((type) => type.obj_type === obj_type);
}

/** Ids and new rows of operational points, then of signals. */
function listSearchChanges(
  model: NetworkModel,
  changes: readonly ChangedObject[],
): readonly string[][] {
  const idsOf = (obj_type: ObjectType): Set<string> =>
    new Set(changes.flatMap((change) => (change.obj_type === obj_type ? [change.obj_id] : [])));
  const points = idsOf("OperationalPoint");
  const signals = idsOf("Signal");
  for (const track of idsOf("TrackSection")) {
    const on = (by: ObjectType): Iterable<string> =>
      model.references.list("TrackSection", track, by);
    for (const id of on("OperationalPoint")) points.add(id);
    for (const id of on("Signal")) signals.add(id);
  }
  const { operational_points, signals: all_signals } = model.objects;
  return [
    [...points].map((id) => JSON.stringify(id)),
    [...points].flatMap((id) => {
      const point = operational_points.get(id);
      if (point === undefined) return [];
      return [JSON.stringify(describePoint(point, mapOf(model, "OperationalPoint", point)))];
    }),
    [...signals].map((id) => JSON.stringify(id)),
    [...signals].flatMap((id) => {
      const signal = all_signals.get(id);
      if (signal === undefined) return [];
      return [JSON.stringify(describeSignal(signal, mapOf(model, "Signal", signal)))];
    }),
  ];
}

type Track = RailjsonDocument["track_sections"][number];

/** The tracks that an object is on. */
function mapOf(model: NetworkModel, obj_type: ObjectType, object: NetworkObject): TrackMap<Track> {
  const named = listTrackPlaces(obj_type, object).map(({ track }) => track);
  return new TrackMap(named.flatMap((id) => model.objects.track_sections.get(id) ?? []));
}

/** Lines that changed track sections belong to, before or after. */
function listChangedLines(
  model: NetworkModel,
  changes: readonly ChangedObject[],
): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const change of changes) {
    if (change.obj_type !== "TrackSection") continue;
    const former = model.objects.track_sections.get(change.obj_id);
    // Safe: the object is of this type.
    const next = change.kind === "delete" ? undefined : (change.object as Track);
    for (const track of [former, next]) {
      const line = track === undefined ? null : lineOf(track);
      if (line !== null) lines.add(line);
    }
  }
  return lines;
}

/** The lines in the search's form, each with its place among all lines. */
function printLines(model: NetworkModel, lines: ReadonlySet<string>): string {
  const printed = [...lines].map((line) => {
    const placed = [...model.references.list("Line", line, "TrackSection")].flatMap((id) => {
      const track = model.objects.track_sections.get(id);
      return track === undefined ? [] : [{ track, place: model.placeOf("TrackSection", id) }];
    });
    const first = placed.reduce((least, { place }) => Math.min(least, place), Number.MAX_VALUE);
    return [line, first, listLines(placed.map(({ track }) => track))];
  });
  return JSON.stringify(printed);
}

function listAllLines({ objects }: NetworkModel): string[] {
  return listLines([...objects.track_sections.values()]).map((line) => JSON.stringify(line));
}

function listTags({ objects }: NetworkModel): string[] {
  const tags = new Set<string>();
  for (const { speed_limit_by_tag } of objects.speed_sections.values()) {
    for (const tag of Object.keys(speed_limit_by_tag)) tags.add(tag);
  }
  return [...tags].sort(byCodePoint);
}

function listVoltages({ objects }: NetworkModel): string[] {
  const voltages = new Set<string>();
  for (const { voltage } of objects.electrifications.values()) voltages.add(voltage);
  return [...voltages].sort(byCodePoint);
}

function packLists(lists: readonly (readonly string[])[]): SharedArrayBuffer {
  const text = lists.map((list) => list.join(RECORD_SEPARATOR)).join(LIST_SEPARATOR);
  const bytes = new TextEncoder().encode(text);
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
}
