/** Answers about trains at stations, spelled out. */

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>;

/** A run with a moment and a sign for each pass, in place of steps and lists of passes. */
export function spellRun({ passes, ...run }: Json): Json {
  const { arrives_after, stays, stops, estimated, ...own } = passes;
  let at = 0;
  const times = arrives_after.map((after: number, i: number) => {
    const arrival = at + after;
    at = arrival + stays[i];
    return [arrival, at];
  });
  const marks = (listed: number[]) => times.map((_: unknown, i: number) => listed.includes(i));
  const column = (end: 0 | 1) => times.map((one: [number, number]) => one[end]);
  const spelled = { arrival: column(0), departure: column(1) };
  return {
    ...run,
    passes: { ...own, ...spelled, stops: marks(stops), estimated: marks(estimated) },
  };
}

/** Trains with their runs in place of the run's number, in an order of their own. */
export function spellOut({
  runs,
  trains,
}: {
  readonly runs: ReadonlyMap<number, Json>;
  readonly trains: readonly Json[];
}): string[] {
  return trains
    .map(({ run, change: _, ...train }) => {
      const { run: __, ...own } = runs.get(run)!;
      return JSON.stringify({ ...train, ...own });
    })
    .sort();
}
