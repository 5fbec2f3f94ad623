/** The day as it runs: what is expected of its trains, and what is reported and decided here. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort, type Schemas } from "../api/client.ts";
import { followTimetable } from "../api/events.ts";
import { dateQuery, runQuery } from "../api/setting.ts";
import { occurrenceKey, trainKey } from "../graph/occurrences.ts";
import type { Run } from "../graph/runs.ts";
import { runs } from "../state/graph.ts";
import { tell, tellFailure } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { compared_runs, day_ms } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { expectRun } from "./expected_runs.ts";
import { readOpenedDay } from "./opened_day.ts";

export type DayTrain = Schemas["Forecast"]["trains"][number];
export type NamedTrain = DayTrain["train"];
export type Report = Schemas["TrainReport"] | Schemas["ClosedTrack"];
/** What is decided about a train. */
export type Decision = Schemas["TrainReport"];
export type Believed = Schemas["BelievedReports"]["results"][number];

/** Null: not read yet. */
export const forecast = signal<Schemas["Forecast"] | null>(null);
export const believed = signal<readonly Believed[]>([]);
const READ_MAX = 1000;
/** Who reports here. Where nobody else does, trains that nobody reports run as planned, and are not overdue. */
const SOURCE = "page";
const OWN = { source: SOURCE, priority: 0 } as const;
const LONG_AGO = "2000-01-01T00:00:00Z";
/** Goes up when something may have changed. */
const turn = signal(0);

export function readAgain(): void {
  turn.value += 1;
}

/** With which the day was read last; null: not yet. */
export const dayQuery = signal<
  (ReturnType<typeof runQuery> & { readonly date?: string; readonly as_of?: string }) | null
>(null);

/** Follows the day until it is closed: what is expected is drawn beneath the plan, and now is the day's own. */
export function followToday(): () => void {
  const before = compared_runs.peek();
  const ends = [
    effect(() => {
      const [id, chosen] = [open_timetable_id.value, setting.value];
      void turn.value;
      if (id === null || chosen === null) return undefined;
      const ending = new AbortController();
      readDay(id, ending.signal).catch((error: unknown) => {
        if (!isAbort(error)) tellFailure(error);
      });
      return () => ending.abort();
    }),
    effect(() => {
      const id = open_timetable_id.value;
      return id === null ? undefined : followReports(id);
    }),
    effect(() => {
      compared_runs.value = expected_runs.value;
    }),
  ];
  return () => {
    for (const end of ends) end();
    forecast.value = null;
    day_ms.value = null;
    compared_runs.value = before;
  };
}

function followReports(id: number): () => void {
  const again = (): void => {
    turn.value = turn.peek() + 1;
  };
  const told = {
    train_reports: again,
    operations: again,
    trains: again,
    paced_trains: again,
    rolling_stock: again,
  };
  return followTimetable(id, {
    told,
    onReset: again,
    onEnd: () => undefined,
    onState: () => undefined,
  });
}

async function readDay(timetable_id: number, ending: AbortSignal): Promise<void> {
  const chosen = setting.peek();
  if (chosen === null) return;
  const path = { timetable_id };
  const dated = dateQuery(chosen);
  const { results } = await ask(
    api.GET("/timetable/{timetable_id}/reports", {
      params: { path, query: { page_size: READ_MAX, ...dated } },
      signal: ending,
    }),
  );
  const is_fed = results.some(({ source }) => source !== SOURCE);
  const query = { ...runQuery(chosen), ...dated, ...(!is_fed && { as_of: LONG_AGO }) };
  const expected = await ask(
    api.GET("/timetable/{timetable_id}/forecast", { params: { path, query }, signal: ending }),
  );
  await readOpenedDay(timetable_id, ending);
  dayQuery.value = query;
  forecast.value = expected;
  believed.value = results.filter(({ at }) => at !== null);
  const seen_ms = results.map(({ observed_at }) => Date.parse(observed_at));
  day_ms.value = results.length === 0 ? null : Math.max(...seen_ms);
}

/** Which of a record's trains, whatever exception changes it. */
function keyOf({ kind, id, occurrence_key, exception_key }: NamedTrain): string {
  if (kind === "train_schedule") return trainKey(id);
  const index = occurrence_key ?? null;
  return occurrenceKey(id, index, index === null ? (exception_key ?? null) : null);
}

function keyOfRun({ kind, train_id, index, exception_key }: Run): string {
  if (kind === "train_schedule") return trainKey(train_id);
  return occurrenceKey(train_id, index, index === null ? exception_key : null);
}

const runs_of = computed(() => {
  const found = new Map<string, Run[]>();
  for (const run of runs.value) {
    const key = keyOfRun(run);
    found.set(key, [...(found.get(key) ?? []), run]);
  }
  return found;
});

/** The run on the graph; of those of several days that which starts then. Null: it is not on the axis. */
export function runOf({ train, stops }: Pick<DayTrain, "train"> & Partial<DayTrain>): Run | null {
  const own = runs_of.value.get(keyOf(train)) ?? [];
  const start = stops?.[0]?.planned_arrival;
  const starting = own.find((run) => run.start_ms === Date.parse(start ?? ""));
  return starting ?? own.find(({ date }) => date === train.date) ?? own[0] ?? null;
}

const expected_runs = computed<readonly Run[]>(() =>
  (forecast.value?.trains ?? []).flatMap((one) => {
    const run = runOf(one);
    const moved = run === null ? null : expectRun(run, one.stops);
    return moved === null ? [] : [moved];
  }),
);

/** The train of the day that a line on the graph stands for. */
export function findDayTrain(run: Run | null): DayTrain | null {
  if (run === null) return null;
  const key = keyOfRun(run);
  const own = (forecast.value?.trains ?? []).filter(({ train }) => keyOf(train) === key);
  return (
    own.find(({ stops }) => Date.parse(stops[0]?.planned_arrival ?? "") === run.start_ms) ??
    own[0] ??
    null
  );
}

export type Closed = Pick<Believed, "track_range" | "zone">;

/** What a report is about. */
export function nameOfSaid({
  train,
  stop,
  event,
  track_range,
  zone,
}: Pick<Believed, "train" | "stop"> & Closed & { readonly event: string }): string {
  const own = train === undefined ? null : [keyOf(train), train.date ?? null];
  return JSON.stringify([own, stop, event, track_range, zone]);
}

type UnusedReason = Schemas["Forecast"]["unused_reports"][number]["reason"];

const unused = computed(
  () =>
    new Map<string, UnusedReason>(
      (forecast.value?.unused_reports ?? []).map((one) => [nameOfSaid(one), one.reason]),
    ),
);

/** Why nothing follows from it; null: something does. */
export function whyUnused(said: Believed): UnusedReason | null {
  return unused.value.get(nameOfSaid(said)) ?? null;
}

/** Minutes late count from here on. */
const LATE_S = 60;

/** Trains that are late somewhere ahead, or stuck; the latest first. */
export const late_trains = computed<readonly DayTrain[]>(() =>
  (forecast.value?.trains ?? [])
    .filter((one) => worstOf(one) >= LATE_S)
    .sort((a, b) => worstOf(b) - worstOf(a)),
);

/** Of its stops ahead; Infinity: it does not get to its end. */
export function worstOf({ stops: planned }: DayTrain): number {
  const stops = planned.filter(({ is_cancelled }) => !is_cancelled);
  const end = stops.at(-1);
  const now = day_ms.value ?? -Infinity;
  // A train that has arrived is over.
  if (end === undefined || Date.parse(end.arrival ?? "9999") < now) return 0;
  const ahead = stops.filter(({ arrival }) => Date.parse(arrival ?? "9999") >= now);
  return Math.max(0, ...ahead.map(({ delay_seconds }) => delay_seconds ?? Infinity));
}

/** A report is observed when it happens; later than all that is known, so that it is believed. */
function observedAt(at_ms: number): string {
  const latest_ms = (day_ms.peek() ?? -Infinity) + 1000;
  return new Date(Math.max(at_ms, latest_ms)).toISOString();
}

export async function send(reports: readonly Report[]): Promise<void> {
  const timetable_id = open_timetable_id.peek();
  if (timetable_id === null) return;
  const params = { path: { timetable_id } };
  const { outdated_count } = await ask(
    api.POST("/timetable/{timetable_id}/reports", { params, body: [...reports] }),
  );
  tellKept(outdated_count);
  readAgain();
}

/** Of what was sent, something newer or longer stays that somebody else has decided. */
export function tellKept(count: number): void {
  if (count > 0) tell("warning", TOOL_TEXTS.today.kept_decision);
}

export type DayStop = DayTrain["stops"][number];

/** Stops with an id that it has not left; the first is that which is next by now. */
export function stopsAhead({ stops }: DayTrain): DayStop[] {
  const now = day_ms.value ?? -Infinity;
  const ahead = stops.filter(
    (one) =>
      one.stop !== null && !one.is_cancelled && (isEnd(one) ? !one.has_arrived : !one.has_departed),
  );
  const isToCome = ({ departure, arrival }: DayStop): boolean =>
    Date.parse(departure ?? arrival ?? "9999") >= now;
  const next = ahead.findIndex(isToCome);
  return next < 0 ? ahead.slice(-1) : ahead.slice(next);
}

/** Whether it goes no farther, by its plan or as decided. */
export function isEnd({ planned_departure, ends }: DayStop): boolean {
  return planned_departure === null || ends !== null;
}

/** It leaves a stop so many minutes later than planned; at its end it arrives. */
export async function reportLate(
  { train }: DayTrain,
  at_stop: DayStop,
  minutes: number,
): Promise<void> {
  const { stop, planned_arrival, planned_departure } = at_stop;
  if (stop === null) return;
  const event = isEnd(at_stop) ? "arrived" : "departed";
  const planned = (event === "departed" ? planned_departure : null) ?? planned_arrival;
  const at_ms = Date.parse(planned) + minutes * 60_000;
  const at = new Date(at_ms).toISOString();
  await send([{ train, event, stop, at, observed_at: observedAt(at_ms), ...OWN }]);
}

/** It does not leave a stop before so many minutes after its planned time. */
export async function holdTrain(
  { train }: DayTrain,
  { stop, planned_departure }: DayStop,
  minutes: number,
): Promise<void> {
  if (stop === null || planned_departure === null) return;
  const at_ms = Date.parse(planned_departure) + minutes * 60_000;
  await decide({ train, event: "held", stop, at: new Date(at_ms).toISOString() });
}

/** From a stop on it goes behind another train. */
export async function letGoFirst(
  { train }: DayTrain,
  { stop }: DayStop,
  other: NamedTrain,
): Promise<void> {
  if (stop !== null) await decide({ train, event: "follows", stop, other });
}

export async function cancelTrain({ train }: DayTrain): Promise<void> {
  await decide({ train, event: "cancelled" });
}

/** It goes no farther than a stop, and leaves the track there or stays on it. */
export async function endTrain(
  { train }: DayTrain,
  { stop }: DayStop,
  event: "ends" | "stands",
): Promise<void> {
  if (stop !== null) await decide({ train, event, stop });
}

type OwnDecision = Omit<Decision, "at" | "observed_at" | keyof typeof OWN> & {
  readonly at?: string;
};

async function decide(decision: OwnDecision): Promise<void> {
  const when = now();
  await send([{ at: when, ...decision, observed_at: when, ...OWN }]);
}

/** It is slower from now on. */
export async function slowTrain({ train }: DayTrain, percent: number): Promise<void> {
  await decide({ train, event: "slower", percent });
}

/** A whole track section is closed from now on. */
export async function closeTrack(track_section: string): Promise<void> {
  const chosen = setting.peek();
  if (chosen === null) return;
  const when = now();
  const track = { event: "closed", track_range: { track_section }, ...dateQuery(chosen) } as const;
  await send([{ ...track, at: when, observed_at: when, ...OWN }]);
}

/** Before anything is known, that is when the day begins. */
function now(): string {
  return day_ms.peek() === null ? firstMoment() : observedAt(-Infinity);
}

function firstMoment(): string {
  const starts = (forecast.peek()?.trains ?? []).map(({ stops }) =>
    Date.parse(stops[0]?.planned_arrival ?? ""),
  );
  return new Date(Math.min(...starts)).toISOString();
}

/** What was said is not said any more. */
export async function takeBack(said: Believed): Promise<void> {
  const { train, event, stop, other, track_range, zone, date, priority } = said;
  const observed_at = new Date(Date.parse(said.observed_at) + 1).toISOString();
  const withdrawn = { at: null, observed_at, ...OWN, priority };
  if (event === "closed" || train === undefined) {
    const place = track_range === undefined ? { zone: zone ?? "" } : { track_range };
    await send([{ event: "closed", ...place, ...(date !== undefined && { date }), ...withdrawn }]);
    return;
  }
  await send([
    {
      train,
      event,
      ...(stop !== null && { stop }),
      ...(other !== undefined && { other }),
      ...withdrawn,
    },
  ]);
}
