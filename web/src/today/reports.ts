/** What is told of the running day here: reports and decisions, each sent at once. */
import { api, ask, type Schemas } from "../api/client.ts";
import { dateQuery } from "../api/setting.ts";
import { tell } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { day_ms } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type Believed, type DayTrain, dayQuery, forecast, type NamedTrain } from "./day_state.ts";
import { readAgain, SOURCE } from "./followed_reports.ts";
import { type DayStop, isEnd } from "./today.ts";

export type Report = Schemas["TrainReport"] | Schemas["ClosedTrack"];
/** What is decided about a train. */
export type Decision = Schemas["TrainReport"];

const OWN = { source: SOURCE, priority: 0 } as const;

/**
 * Later than all that is known, so that it is believed. Where nobody else tells the time of the day, that is when it
 * happens.
 */
function observedAt(at_ms: number): string {
  const latest_ms = (day_ms.peek() ?? -Infinity) + 1000;
  const has_clock = dayQuery.peek()?.as_of === undefined && latest_ms > -Infinity;
  return new Date(has_clock ? latest_ms : Math.max(at_ms, latest_ms)).toISOString();
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

/** It was seen at a waypoint where it does not stop. */
export async function reportSeen({ train }: DayTrain, stop: string, at_ms: number): Promise<void> {
  const at = new Date(at_ms).toISOString();
  await send([{ train, event: "passed", stop, at, observed_at: observedAt(at_ms), ...OWN }]);
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

/** Millimetres from the start of the section; absent: to its ends. */
interface TrackPart {
  readonly track_section: string;
  readonly begin?: number;
  readonly end?: number;
}

/** No train gets it from a moment on; without an end until it is taken back. */
export async function closeTrack(
  track_range: TrackPart,
  at_ms: number,
  until_ms: number | null,
): Promise<void> {
  const chosen = setting.peek();
  if (chosen === null) return;
  const until = until_ms === null ? null : new Date(until_ms).toISOString();
  const track = { event: "closed", track_range, until, ...dateQuery(chosen) } as const;
  await send([{ ...track, at: new Date(at_ms).toISOString(), observed_at: now(), ...OWN }]);
}

/** Before anything is known, that is when the day begins. */
export function now(): string {
  return day_ms.peek() === null ? firstMoment() : observedAt(-Infinity);
}

function firstMoment(): string {
  const starts = (forecast.peek()?.trains ?? []).map(({ stops }) =>
    Date.parse(stops[0]?.planned_arrival ?? ""),
  );
  return new Date(starts.length === 0 ? Date.now() : Math.min(...starts)).toISOString();
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
