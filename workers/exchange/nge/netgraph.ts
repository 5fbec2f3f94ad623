/**
 * The document of the editor of netgraphs (periodic timetables as nodes and sections): the fields that say what
 * runs when. Everything else of it is drawing.
 */
import * as v from "valibot";

const COUNT_MAX = 200_000;
const MINUTES_MAX = 1e10;

const Id = v.pipe(v.number(), v.safeInteger());
const Minutes = v.pipe(v.number(), v.finite(), v.minValue(-MINUTES_MAX), v.maxValue(MINUTES_MAX));
const DAY_MIN = 24 * 60;
const DayMinutes = v.pipe(Minutes, v.minValue(0), v.maxValue(DAY_MIN));
const LaterMinutes = v.pipe(Minutes, v.minValue(0));
const Text = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.regex(/^[^\0\p{Surrogate}]*$/u, "must not contain NUL or half of a surrogate pair"),
);

function list<Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, Item[]> {
  return v.pipe(v.array(item), v.maxLength(COUNT_MAX, `must have at most ${COUNT_MAX} items`));
}

const Time = v.object({ time: Minutes, consecutiveTime: v.nullish(Minutes, null) });
export type NetgraphTime = v.InferOutput<typeof Time>;

export const NetgraphNode = v.object({
  id: Id,
  betriebspunktName: Text,
  fullName: v.nullish(Text, ""),
  ports: list(v.object({ id: Id, trainrunSectionId: Id })),
  transitions: v.nullish(
    list(v.object({ port1Id: Id, port2Id: Id, isNonStopTransit: v.nullish(v.boolean(), false) })),
    [],
  ),
  connections: v.nullish(list(v.unknown()), []),
});

export const NetgraphSection = v.object({
  id: Id,
  trainrunId: Id,
  sourceNodeId: Id,
  sourcePortId: Id,
  targetNodeId: Id,
  targetPortId: Id,
  sourceDeparture: Time,
  sourceArrival: Time,
  targetDeparture: Time,
  targetArrival: Time,
  specificTrainrunSectionFrequencyId: v.nullish(Id, null),
  numberOfStops: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 0),
});
export type NetgraphSection = v.InferOutput<typeof NetgraphSection>;

export const NetgraphTrainrun = v.object({
  id: Id,
  name: Text,
  categoryId: Id,
  frequencyId: Id,
  trainrunTimeCategoryId: Id,
  labelIds: v.nullish(list(Id), []),
  direction: v.nullish(v.picklist(["round_trip", "one_way"]), "round_trip"),
});
export type NetgraphTrainrun = v.InferOutput<typeof NetgraphTrainrun>;

export const NetgraphCategory = v.object({
  id: Id,
  shortName: v.nullish(Text, ""),
  name: v.nullish(Text, ""),
});
export const NetgraphFrequency = v.object({
  id: Id,
  frequency: v.pipe(v.number(), v.finite(), v.minValue(1), v.maxValue(MINUTES_MAX)),
  offset: v.nullish(Minutes, 0),
});
export const NetgraphTimeCategory = v.object({
  id: Id,
  dayTimeInterval: v.nullish(list(v.object({ from: DayMinutes, to: LaterMinutes })), []),
  /** 1: Monday; none: every day. */
  weekday: v.nullish(list(v.number()), []),
});

export const NetgraphLabel = v.object({ id: Id, label: Text });

/** Its lists. Each of their items is read by itself. */
export const NetgraphLists = v.object({
  nodes: list(v.unknown()),
  trainrunSections: list(v.unknown()),
  trainruns: list(v.unknown()),
  metadata: v.object({
    trainrunCategories: list(v.unknown()),
    trainrunFrequencies: list(v.unknown()),
    trainrunTimeCategories: list(v.unknown()),
  }),
  labels: v.nullish(list(v.unknown()), []),
});

/** Of the editor, with the kinds of trains that they are here. */
export const CATEGORIES = [
  { shortName: "EC", name: "International", stop: "HaltezeitIPV", kind: "INTERCITY_TRAIN" },
  { shortName: "IC", name: "InterCity", stop: "HaltezeitA", kind: "INTERCITY_TRAIN" },
  { shortName: "IR", name: "InterRegio", stop: "HaltezeitB", kind: "REGIONAL_TRAIN" },
  { shortName: "RE", name: "RegionalExpress", stop: "HaltezeitC", kind: "REGIONAL_TRAIN" },
  { shortName: "S", name: "Regio and S-Bahn", stop: "HaltezeitD", kind: "COMMUTER_TRAIN" },
  {
    shortName: "GEX",
    name: "Express freight",
    stop: "HaltezeitUncategorized",
    kind: "FAST_FREIGHT_TRAIN",
  },
  { shortName: "G", name: "Freight", stop: "HaltezeitUncategorized", kind: "FREIGHT_TRAIN" },
] as const;

const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** After which the trains of a frequency are at the same minutes of an hour again. */
export function periodOf(interval_ms: number): number {
  return (interval_ms / greatestCommon(interval_ms, HOUR_MS)) * HOUR_MS;
}

/**
 * When the first train starts: at or after `from_ms`, in step with `start_ms`. Where the file tells hours, all trains
 * within them run; a day begins with the train that is drawn.
 */
export function firstStart(
  from_ms: number,
  { start_ms, interval_ms }: { readonly start_ms: number; readonly interval_ms: number },
  is_told: boolean,
): number {
  return from_ms + modulo(start_ms - from_ms, is_told ? interval_ms : periodOf(interval_ms));
}

export function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}

function greatestCommon(a: number, b: number): number {
  return b === 0 ? a : greatestCommon(b, a % b);
}

export function toMs(minutes: number): number {
  return Math.round(minutes * MINUTE_MS);
}

export function toMinutes(ms: number): number {
  return ms / MINUTE_MS;
}

/** Unnamed stops of a section are kept as a word on the train: sections count from 1 along its way. */
export function printStopsLabel(section: number, count: number): string {
  return `${count} stops on section ${section}`;
}

export function readStopsLabel(label: string): { section: number; count: number } | null {
  const [, count, section] = /^([1-9]\d{0,3}) stops on section ([1-9]\d{0,5})$/.exec(label) ?? [];
  return count === undefined ? null : { section: Number(section), count: Number(count) };
}
