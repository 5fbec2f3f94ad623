/** Many days of the timetable tried with drawn delays: what is asked, how far it is, and what came out. */
import { computed, signal } from "@preact/signals";
import { readJsonLines } from "marey-client/lines";
import { api, ask, type Schemas } from "../api/client.ts";
import { dateQuery, runQuery } from "../api/setting.ts";
import { changeOf, type Edit } from "../state/edits/edit.ts";
import { trial } from "../state/edits/trial.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id, timetable } from "../state/timetable.ts";

export type TriedDays = Schemas["RobustnessResult"];
export type TriedTrain = TriedDays["trains"][number];
/** Of a train that is stored. */
export type StoredName = TriedTrain["train"] & { readonly id: number };
type Line = TriedDays | { readonly progress: { readonly days: number; readonly of: number } };

export const DAYS_MAX = 10_000;

/** What is drawn: of trains that begin late so many minutes in the mean, of stops so many seconds. */
export const wanted = signal({
  late_percent: 30,
  late_minutes: 3,
  stop_seconds: 15,
  days: 200,
  order: "planned" as Order,
});
export type Order = "planned" | "first_come";

interface Tried {
  readonly answer: TriedDays;
  /** On what it stands. */
  readonly timetable: typeof timetable.value;
  readonly setting: typeof setting.value;
  readonly edits: readonly Edit[];
}

const last = signal<Tried | null>(null);
/** Null: none were tried in this timetable. */
export const tried = computed(() => {
  const found = last.value;
  return found?.timetable?.timetable_id === open_timetable_id.value ? found.answer : null;
});
/** Its trains, its setting or the changes that are tried are others by now. */
export const is_outdated = computed(() => {
  const found = last.value;
  return (
    found !== null &&
    (found.timetable !== timetable.value ||
      found.setting !== setting.value ||
      found.edits !== (trial.value?.edits ?? NO_EDITS))
  );
});
const NO_EDITS: readonly Edit[] = [];

/** Null: no days are being tried. */
export const progress = signal<{ readonly days: number; readonly of: number } | null>(null);
let work = new AbortController();

/** With the changes that are being tried beside it, if there are any. */
export async function tryDays(): Promise<void> {
  const [timetable_id, chosen] = [open_timetable_id.peek(), setting.peek()];
  if (timetable_id === null || chosen === null) return;
  leave();
  const { signal: own } = (work = new AbortController());
  const edits = trial.peek()?.edits ?? NO_EDITS;
  const stood = { timetable: timetable.peek(), setting: chosen, edits };
  progress.value = { days: 0, of: wanted.peek().days };
  try {
    const body = await ask(
      api.POST("/timetable/{timetable_id}/robustness", {
        params: {
          path: { timetable_id },
          query: { ...runQuery(chosen), ...dateQuery(chosen) },
        },
        headers: { accept: "application/x-ndjson" },
        body: describeWanted(edits),
        parseAs: "stream",
        signal: own,
      }),
    );
    for await (const line of readJsonLines<Line>(body)) {
      if (own.aborted) return;
      if ("progress" in line) progress.value = line.progress;
      else last.value = { ...stood, answer: line };
    }
  } finally {
    if (work.signal === own) progress.value = null;
  }
}

/** Days that are being tried are given up. */
export function leave(): void {
  work.abort();
  progress.value = null;
}

function describeWanted(edits: readonly Edit[]): Schemas["RobustnessRequest"] {
  const { late_percent, late_minutes, stop_seconds, days, order } = wanted.peek();
  const exponential = (mean: string) => ({ exponential: { mean } });
  return {
    delays: [
      ...(late_percent > 0 && late_minutes > 0
        ? [
            {
              of: "entry" as const,
              share: late_percent / 100,
              ...exponential(`PT${Math.round(60 * late_minutes)}S`),
            },
          ]
        : []),
      ...(stop_seconds > 0
        ? [{ of: "stops" as const, ...exponential(`PT${Math.round(stop_seconds)}S`) }]
        : []),
    ],
    days,
    order,
    each_stop: true,
    ...(edits.length > 0 && { changes: edits.map((edit) => changeOf(edit)) }),
  };
}

/** Trains, the least punctual first. */
export const ranked_trains = computed(() =>
  [...(tried.value?.trains ?? [])].sort((a, b) => shareOf(a) - shareOf(b)),
);

/** Within three minutes. */
export const WITHIN_S = 180;

export function shareOf({ punctual }: Pick<TriedTrain, "punctual">): number {
  return punctual.find(({ within_seconds }) => within_seconds === WITHIN_S)?.share ?? 0;
}

export function isStored(train: TriedTrain["train"]): train is StoredName {
  return train.id !== undefined;
}
