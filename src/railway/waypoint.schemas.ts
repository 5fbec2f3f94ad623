/**
 * One waypoint of a train's path (specification, "Path waypoint"; interface.md 8.2): an id, the
 * mark `deleted`, and exactly one location. All forms of an operational point accept the filters of
 * both generations of clients (`secondary_code`, `local_track_name`, `track_reference`). Answers
 * repeat what was given, and always have `secondary_code`, because existing clients read it.
 */
import * as v from "valibot";
import type { PartFilter, PathItemLocation } from "../../workers/tasks/types.ts";
import { TrackOffset } from "./quantities.ts";
import { Count, NonBlankText, Text } from "./scalars.ts";
import { about, type JsonSchema, onWire } from "./wire.ts";

const OFFSET_MAX_MM = 1e12;
const UIC_MAX = 2 ** 32 - 1;
const LOCATION_KEYS = ["track", "operational_point", "trigram", "uic"] as const;
const FILTER_KEYS = ["secondary_code", "local_track_name", "track_reference"] as const;

/** `v.object` (drops unknown keys) or `v.strictObject` (refuses them), otherwise the same. */
export type ObjectMaker = typeof v.object;

/** Fields of all location forms, all optional: `readLocation` finds the form. */
export const LOCATION_ENTRIES = {
  track: v.optional(about(NonBlankText, "Id of a track section")),
  offset: v.optional(v.pipe(TrackOffset, v.maxValue(OFFSET_MAX_MM, "is too far"))),
  operational_point: v.optional(about(NonBlankText, "Id of an operational point")),
  trigram: v.optional(about(NonBlankText, "Trigram of an operational point")),
  uic: v.optional(
    about(
      v.pipe(Count, v.maxValue(UIC_MAX, "must fit in 32 bits")),
      "UIC code of an operational point",
    ),
  ),
  secondary_code: v.nullish(about(Text, "Which of the points of one trigram or code, as `BV`")),
  local_track_name: v.nullish(about(Text, "Which of its tracks, by local name")),
  track_reference: v.nullish(
    about(
      v.union(
        [
          v.strictObject({ track_name: about(Text, "Local name") }),
          v.strictObject({ track_id: about(NonBlankText, "Id of a track section") }),
        ],
        "must be {track_name} or {track_id}",
      ),
      "Which of its tracks",
    ),
  ),
};

type LocationFields = v.InferOutput<v.ObjectSchema<typeof LOCATION_ENTRIES, undefined>>;
type TrackReference = NonNullable<LocationFields["track_reference"]>;

interface PointFilters {
  readonly secondary_code: string | null;
  readonly local_track_name?: string | null;
  readonly track_reference?: TrackReference | null;
}

/** Exactly one location form, keys in the order of the answer. */
export type Location =
  | { readonly track: string; readonly offset: number }
  | ({ readonly operational_point: string } & PointFilters)
  | ({ readonly trigram: string } & PointFilters)
  | ({ readonly uic: number } & PointFilters);

export type NamedWaypoint = { readonly id: string; readonly deleted: boolean } & Location;

/** The single location form of the fields, or a fault. */
export function readLocation(given: LocationFields): Location | { readonly fault: string } {
  const forms = LOCATION_KEYS.filter((key) => given[key] !== undefined);
  const [form] = forms;
  if (form === undefined || forms.length > 1) {
    return { fault: `needs exactly one location of ${LOCATION_KEYS.join(", ")}` };
  }
  if (given.track !== undefined) {
    const filter = FILTER_KEYS.find((key) => (given[key] ?? null) !== null);
    if (filter !== undefined) return { fault: `a track location has no ${filter}` };
    if (given.offset === undefined) return { fault: "a track location needs an offset" };
    return { track: given.track, offset: given.offset };
  }
  if (given.offset !== undefined) return { fault: "only a track location has an offset" };
  const filters: PointFilters = {
    secondary_code: given.secondary_code ?? null,
    ...(given.local_track_name === undefined ? {} : { local_track_name: given.local_track_name }),
    ...(given.track_reference === undefined ? {} : { track_reference: given.track_reference }),
  };
  if (given.operational_point !== undefined) {
    return { operational_point: given.operational_point, ...filters };
  }
  if (given.trigram !== undefined) return { trigram: given.trigram, ...filters };
  // of the four forms only this one is left
  return { uic: given.uic ?? 0, ...filters };
}

/** For the API document: one alternative per form instead of all fields at once. */
export function splitForms(fields: JsonSchema): JsonSchema {
  // Made from LOCATION_ENTRIES, perhaps with fields of a waypoint.
  const { properties, required, ...others } = fields as JsonSchema & {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  };
  const location_keys: readonly string[] = [...LOCATION_KEYS, "offset", ...FILTER_KEYS];
  const own = Object.entries(properties).filter(([key]) => !location_keys.includes(key));
  return {
    oneOf: LOCATION_KEYS.map((form) => {
      const keys = form === "track" ? [form, "offset"] : [form];
      const absent = [...LOCATION_KEYS, "offset"].filter((key) => !keys.includes(key));
      const filters = FILTER_KEYS.map((key) => [
        key,
        form === "track" ? { type: "null" } : properties[key],
      ]);
      const is_strict = others["additionalProperties"] === false;
      return {
        ...others,
        properties: Object.fromEntries([
          ...own,
          ...keys.map((key) => [key, properties[key]]),
          ...filters,
          ...(is_strict ? [] : absent.map((key) => [key, false])),
        ]),
        required: [...required, ...keys],
      };
    }),
  };
}

/** The schema of a waypoint; `object` decides how unknown keys are treated. */
export function makeWaypoint(object: ObjectMaker): v.GenericSchema<unknown, NamedWaypoint> {
  return v.pipe(
    object({
      id: about(NonBlankText, "Name of the waypoint, by which the schedule refers to it"),
      deleted: v.optional(about(v.boolean(), "A client's mark; it changes nothing"), false),
      ...LOCATION_ENTRIES,
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }): NamedWaypoint => {
      const { id, deleted, ...fields } = dataset.value;
      const location = readLocation(fields);
      if (!("fault" in location)) return { id, deleted, ...location };
      addIssue({ message: location.fault });
      return NEVER;
    }),
    onWire(splitForms),
  );
}

/** A location in the form that the workers resolve. */
export function toPathItem(location: Location): PathItemLocation {
  if ("track" in location) {
    return { kind: "track_offset", track: location.track, offset_mm: location.offset };
  }
  const filter = toPartFilter(location);
  if ("operational_point" in location) {
    return { kind: "operational_point", operational_point: location.operational_point, ...filter };
  }
  if ("trigram" in location) return { kind: "trigram", trigram: location.trigram, ...filter };
  return { kind: "uic", uic: location.uic, ...filter };
}

function toPartFilter(filters: PointFilters): PartFilter {
  const { secondary_code, local_track_name, track_reference } = filters;
  const reference = track_reference ?? null;
  const named = reference !== null && "track_name" in reference ? reference.track_name : null;
  const track_name = local_track_name ?? named;
  return {
    ...(secondary_code === null ? {} : { secondary_code }),
    ...(track_name === null ? {} : { track_name }),
    ...(reference !== null && "track_id" in reference ? { track_id: reference.track_id } : {}),
  };
}
