/**
 * Random valid trains in every spelling that the interface accepts, each with the record that a
 * client must get back, built beside it (not by the code under test).
 */
import fc from "fast-check";

export type Json = Record<string, unknown>;

/** What is sent and what must come back (without id and timetable_id). */
export interface TrainPair {
  readonly sent: Json;
  readonly echoed: Json;
}

export const name = fc
  .string({ unit: "grapheme", maxLength: 20 })
  .map((s) => s.replaceAll("\0", ""));
export const nonBlank = name.filter((s) => s.length > 0);

/** Milliseconds in one of several ISO 8601 spellings. */
const duration = fc
  .tuple(fc.integer({ min: 0, max: 3_000_000_000 }), fc.constantFrom("s", "hms", "d"))
  .map(([ms, form]) => ({ text: spell(ms, form), printed: printSeconds(ms) }));

export function printSeconds(ms: number): string {
  const fraction = ms % 1000;
  const tail = fraction === 0 ? "" : `.${String(fraction).padStart(3, "0").replace(/0+$/, "")}`;
  return `PT${Math.floor(ms / 1000)}${tail}S`;
}

export function spell(ms: number, form: string): string {
  if (form === "s") return printSeconds(ms);
  const whole_s = Math.floor(ms / 1000);
  const fraction = String(ms % 1000).padStart(3, "0");
  const seconds = `${whole_s % 60}.${fraction}S`;
  if (form === "hms") {
    return `PT${Math.floor(whole_s / 3600)}H${Math.floor(whole_s / 60) % 60}M${seconds}`;
  }
  const days = Math.floor(whole_s / 86_400);
  return `P${days}DT${Math.floor(whole_s / 3600) % 24}H${Math.floor(whole_s / 60) % 60}M${seconds}`;
}

/** A moment in one of several zones. */
export const moment = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.constantFrom(0, 60, 330, -480))
  .map(([seconds, zone_min]) => {
    const local = new Date((seconds + zone_min * 60) * 1000).toISOString().slice(0, 19);
    const sign = zone_min < 0 ? "-" : "+";
    const hours = String(Math.floor(Math.abs(zone_min) / 60)).padStart(2, "0");
    const minutes = String(Math.abs(zone_min) % 60).padStart(2, "0");
    return {
      text: zone_min === 0 ? `${local}Z` : `${local}${sign}${hours}:${minutes}`,
      printed: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`,
    };
  });

const filters = fc.record(
  {
    secondary_code: fc.option(name),
    local_track_name: fc.option(name),
    track_reference: fc.option(
      fc.oneof(fc.record({ track_name: name }), fc.record({ track_id: nonBlank })),
    ),
  },
  { requiredKeys: [] },
);

/** Keys of a location in the order of the answer. */
const location: fc.Arbitrary<TrainPair> = fc.oneof(
  fc
    .record({ track: nonBlank, offset: fc.integer({ min: 0, max: 1e9 }) })
    .map((sent) => ({ sent, echoed: sent })),
  fc
    .tuple(
      fc.oneof(
        fc.record({ operational_point: nonBlank }),
        fc.record({ trigram: nonBlank }),
        fc.record({ uic: fc.integer({ min: 0, max: 2 ** 32 - 1 }) }),
      ),
      filters,
    )
    .map(([point, filter]) => ({
      sent: { ...point, ...filter },
      echoed: { ...point, secondary_code: null, ...filter },
    })),
);

function waypoints(ids: readonly string[]): fc.Arbitrary<TrainPair[]> {
  return fc.tuple(
    ...ids.map((id) =>
      fc
        .tuple(location, fc.option(fc.boolean(), { nil: undefined }))
        .map(([{ sent, echoed }, deleted]) => ({
          sent: { id, ...(deleted === undefined ? {} : { deleted }), ...sent },
          echoed: { id, deleted: deleted ?? false, ...echoed },
        })),
    ),
  );
}

function schedulePoint(at: string, is_first: boolean): fc.Arbitrary<TrainPair> {
  const point = fc.record({
    arrival: is_first ? fc.constant(null) : fc.option(duration),
    stop_for: fc.option(duration),
    signal: fc.constantFrom("OPEN", "STOP", "SHORT_SLIP_STOP"),
    locked: fc.boolean(),
    is_short: fc.boolean(),
  });
  return point.map(({ arrival, stop_for, signal, locked, is_short }) => {
    const reception_signal = stop_for === null ? "OPEN" : signal;
    return {
      sent: {
        at,
        ...(is_short && arrival === null ? {} : { arrival: arrival?.text ?? null }),
        ...(is_short && stop_for === null ? {} : { stop_for: stop_for?.text ?? null }),
        ...(is_short && reception_signal === "OPEN" ? {} : { reception_signal }),
        ...(is_short && !locked ? {} : { locked }),
      },
      echoed: {
        at,
        arrival: arrival?.printed ?? null,
        stop_for: stop_for?.printed ?? null,
        reception_signal,
        locked,
      },
    };
  });
}

const margin = fc
  .tuple(
    fc.oneof(fc.nat({ max: 500 }).map(String), fc.constantFrom("4.5", "0.25", "10.0")),
    fc.constantFrom("", " ", "  "),
    fc.constantFrom("%", "min/100km"),
  )
  .map(([value, blanks, unit]) => ({
    text: `${value}${blanks}${unit}`,
    printed: `${value}${unit}`,
  }));

const category = fc.option(
  fc.oneof(
    fc.record({ main_category: fc.constantFrom("TRAM_TRAIN", "NIGHT_TRAIN") }),
    fc.record({ sub_category_code: nonBlank }),
  ),
);

/** Fields that are echoed as given, with their defaults. */
const DEFAULTS: Json = {
  labels: [],
  initial_speed: 0,
  comfort: "STANDARD",
  speed_limit_tag: null,
  power_restrictions: [],
  options: { use_electrical_profiles: true },
  category: null,
};

function plainFields(ids: readonly string[], starts_at_stop: boolean): fc.Arbitrary<Json> {
  const waypoint = fc.constantFrom(...ids);
  return fc.record(
    {
      labels: fc.array(name, { maxLength: 3 }),
      initial_speed: starts_at_stop
        ? fc.constant(0)
        : fc.double({ min: 0, max: 100, noNaN: true }).map((speed) => speed + 0),
      comfort: fc.constantFrom("STANDARD", "AIR_CONDITIONING", "HEATING"),
      speed_limit_tag: fc.option(nonBlank),
      power_restrictions: fc.array(fc.record({ from: waypoint, to: waypoint, value: name }), {
        maxLength: 2,
      }),
      options: fc.record({ use_electrical_profiles: fc.boolean() }),
      category,
    },
    { requiredKeys: [] },
  );
}

/** A train with up to six waypoints. */
export const trainPair: fc.Arbitrary<TrainPair> = fc
  .uniqueArray(nonBlank, { minLength: 1, maxLength: 6 })
  .chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      path: waypoints(ids),
      scheduled: fc
        .shuffledSubarray([...ids])
        .chain((subset) => fc.tuple(...subset.map((id) => schedulePoint(id, id === ids[0])))),
      boundaries: fc.option(fc.subarray([...ids]), { nil: undefined }),
      values: fc.array(margin, { minLength: 7, maxLength: 7 }),
      start_time: moment,
      train_name: name,
      rolling_stock_name: name,
      constraint_distribution: fc.constantFrom("STANDARD", "MARECO", "LINEAR"),
    }),
  )
  .chain((parts) => {
    const first = parts.scheduled.find(({ sent }) => sent["at"] === parts.ids[0]);
    const starts_at_stop = (first?.echoed["stop_for"] ?? null) !== null;
    return plainFields(parts.ids, starts_at_stop).map((plain) => assemble(parts, plain));
  });

interface Parts {
  readonly path: readonly TrainPair[];
  readonly scheduled: readonly TrainPair[];
  readonly boundaries: readonly string[] | undefined;
  readonly values: readonly { readonly text: string; readonly printed: string }[];
  readonly start_time: { readonly text: string; readonly printed: string };
  readonly train_name: string;
  readonly rolling_stock_name: string;
  readonly constraint_distribution: string;
}

function assemble(parts: Parts, plain: Json): TrainPair {
  const { boundaries, train_name, rolling_stock_name, constraint_distribution } = parts;
  const names = { train_name, rolling_stock_name, constraint_distribution };
  const values = parts.values.slice(0, (boundaries?.length ?? 0) + 1);
  const marginsOf = (kind: "text" | "printed"): Json =>
    boundaries === undefined ? {} : { margins: { boundaries, values: values.map((m) => m[kind]) } };
  return {
    sent: {
      ...names,
      ...plain,
      ...marginsOf("text"),
      start_time: parts.start_time.text,
      path: parts.path.map(({ sent }) => sent),
      schedule: parts.scheduled.map(({ sent }) => sent),
    },
    echoed: {
      ...names,
      ...DEFAULTS,
      ...plain,
      margins: { boundaries: [], values: ["0%"] },
      ...marginsOf("printed"),
      start_time: parts.start_time.printed,
      path: parts.path.map(({ echoed }) => echoed),
      schedule: parts.scheduled.map(({ echoed }) => echoed),
    },
  };
}
