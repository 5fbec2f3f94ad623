/** What is known of the running day: the forecast as it was read, with what has moved since, and what is reported. */
import { signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import type { runQuery } from "../api/setting.ts";

export type Forecast = Schemas["Forecast"];
export type DayTrain = Forecast["trains"][number];
export type NamedTrain = DayTrain["train"];
export type Believed = Schemas["BelievedReports"]["results"][number];

/** Null: not read yet. */
export const forecast = signal<Forecast | null>(null);
export const believed = signal<readonly Believed[]>([]);

export interface DayQuery extends ReturnType<typeof runQuery> {
  readonly date?: string;
  readonly as_of?: string;
}
/** With which the day is asked for; null: not known yet. */
export const dayQuery = signal<DayQuery | null>(null);

/** Trains as they are known better now. */
export interface ToldTrains
  extends Pick<Forecast, "as_of" | "cancelled">,
    Partial<Pick<Forecast, "deadlocks" | "unused_reports">> {
  /** Without `waits` those that were known stay. */
  readonly trains: readonly (Omit<DayTrain, "waits"> & Partial<Pick<DayTrain, "waits">>)[];
}

/** A train that runs again comes last. Trains that were not told of stay the same objects. */
export function fold(known: Forecast, told: ToldTrains): Forecast {
  const { as_of, deadlocks = known.deadlocks, unused_reports = known.unused_reports } = told;
  const moved = new Map(told.trains.map((one) => [printName(one), one]));
  const gone = new Map(told.cancelled.map((train) => [printName({ train }), train]));
  const before = known.trains.map(printName);
  const trains = known.trains.flatMap((one, i) => {
    const name = before[i] ?? "";
    const next = moved.get(name);
    if (gone.has(name)) return [];
    return [next === undefined ? one : { ...one, ...next }];
  });
  const names = new Set(before);
  const added = told.trains.flatMap((one) =>
    names.has(printName(one)) ? [] : [{ waits: [], ...one }],
  );
  const still_cancelled = known.cancelled.filter((train) => {
    const name = printName({ train });
    return !(moved.has(name) || gone.has(name));
  });
  return {
    ...known,
    as_of,
    deadlocks,
    unused_reports,
    trains: [...trains, ...added],
    cancelled: [...still_cancelled, ...gone.values()],
  };
}

export function printName({ train }: { readonly train: NamedTrain }): string {
  return JSON.stringify(train);
}
