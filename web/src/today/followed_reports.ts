/** What is reported of the day and whether it is open, as long as it is followed: they tell what is to be asked for. */
import { effect, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import { followTimetable } from "../api/events.ts";
import { dateQuery, runQuery, type Setting } from "../api/setting.ts";
import { clock_ms } from "../state/view.ts";
import { type Believed, believed, dayQuery, forecast, type NamedTrain } from "./day_state.ts";
import { Errand } from "./errand.ts";
import { opened_day, readOpenedDay } from "./opened_day.ts";

/** The latest. */
const READ_MAX = 1000;
/** Who reports here. Where nobody else does, trains that nobody reports run as planned, and are not overdue. */
export const SOURCE = "page";
const LONG_AGO = "2000-01-01T00:00:00Z";

/** Who decides alone does not tell how far the day is, as who takes a proposal. */
const HAPPENED: ReadonlySet<Believed["event"]> = new Set(["arrived", "departed", "passed"]);

/** Why reports can't be read, in words. */
export const reports_fault = signal<string | null>(null);

interface Said {
  /** Others report too what happens. */
  readonly is_fed: boolean;
  /** When the last one was observed, taken back or not; null: there is none. */
  readonly seen_ms: number | null;
}
/** Null: not read yet. */
export const said = signal<Said | null>(null);
let errand: Errand | null = null;

/** Something may have been reported. */
export function readAgain(): void {
  errand?.want();
}

/** `onSaid` gets of which trains something else is said than before; null: of track. */
export function followReports(
  timetable_id: number,
  chosen: Setting,
  onSaid: (trains: readonly (NamedTrain | null)[]) => void,
): () => void {
  errand = new Errand(async (ending) => {
    const results = await readReports(timetable_id, chosen, ending);
    await readOpenedDay(timetable_id, ending);
    ending.throwIfAborted();
    onSaid(takeReports(results));
  }, reports_fault);
  const told = {
    train_reports: readAgain,
    operations: readAgain,
    trains: readAgain,
    paced_trains: readAgain,
    rolling_stock: readAgain,
  };
  const { onReset, onEnd, onState } = {
    onReset: readAgain,
    onEnd: () => undefined,
    onState: () => undefined,
  };
  const ends = [
    () => errand?.end(),
    followTimetable(timetable_id, { told, onReset, onEnd, onState }),
    effect(() => chooseQuery(chosen)),
  ];
  readAgain();
  return () => {
    for (const end of ends) end();
    errand = null;
    said.value = null;
    dayQuery.value = null;
    forecast.value = null;
    believed.value = [];
  };
}

async function readReports(
  timetable_id: number,
  chosen: Setting,
  ending: AbortSignal,
): Promise<readonly Believed[]> {
  const query = { page_size: READ_MAX, latest_first: true, ...dateQuery(chosen) };
  const params = { path: { timetable_id }, query };
  return (await ask(api.GET("/timetable/{timetable_id}/reports", { params, signal: ending })))
    .results;
}

/** Of which trains something else is said than before; null: of track. */
function takeReports(results: readonly Believed[]): (NamedTrain | null)[] {
  const seen_ms = results.map(({ observed_at }) => Date.parse(observed_at));
  said.value = {
    is_fed: results.some(({ source, event }) => source !== SOURCE && HAPPENED.has(event)),
    seen_ms: results.length === 0 ? null : Math.max(...seen_ms),
  };
  const next = results.filter(({ at }) => at !== null);
  const before = new Map(believed.peek().map((one) => [JSON.stringify(one), one]));
  const others = next.filter((one) => !before.delete(JSON.stringify(one)));
  // Older ones may stand, and were not read.
  const read_ms = results.length < READ_MAX ? -Infinity : Math.min(...seen_ms);
  const gone = [...before.values()].filter(({ observed_at }) => Date.parse(observed_at) > read_ms);
  const changed = [...others, ...gone];
  if (changed.length > 0) believed.value = next;
  return changed.map(({ train }) => train ?? null);
}

/** An opened day has one from its first start on: what is due by then and not reported has not happened. */
export function hasClock(): boolean {
  const { begin = null, end = null, opened_at = "" } = opened_day.value ?? {};
  if (begin === null || end === null) return false;
  return Date.parse(begin) <= clock_ms.value && Date.parse(opened_at) <= Date.parse(end);
}

function chooseQuery(chosen: Setting): void {
  if (said.value === null) return;
  const is_by_plan = !(said.value.is_fed || hasClock());
  const asked = { ...runQuery(chosen), ...dateQuery(chosen) };
  const query = { ...asked, ...(is_by_plan && { as_of: LONG_AGO }) };
  if (JSON.stringify(query) !== JSON.stringify(dayQuery.peek())) dayQuery.value = query;
}
