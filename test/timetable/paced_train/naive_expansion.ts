/**
 * The trains of a paced train, slowly and by the letter of the specification: walk through the window
 * interval by interval, write every train out whole, look for its exception in the list, put each
 * group that is there in its field's place, throw away what is disabled, and sort by start.
 */
type Json = Record<string, unknown>;

/** A train as it would be stored by itself, and which occurrence it is. */
export interface NaiveTrain {
  readonly occurrence: Json;
  readonly train: Json;
}

interface Exception extends Json {
  readonly key: string;
  readonly occurrence_index?: number;
  readonly disabled: boolean;
}

/** Group of an exception → field of a train. */
const FIELDS: Readonly<Record<string, string>> = {
  train_name: "train_name",
  rolling_stock_category: "category",
  labels: "labels",
  speed_limit_tag: "speed_limit_tag",
  start_time: "start_time",
  constraint_distribution: "constraint_distribution",
  initial_speed: "initial_speed",
  options: "options",
};

/** Milliseconds of `PT<seconds>S`. */
function readMs(text: unknown): number {
  return Math.round(Number(String(text).slice(2, -1)) * 1000);
}

function printTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace(".000Z", "Z")
    .replace(/(\.\d*?)0+Z$/, "$1Z");
}

function change(train: Json, exception: Exception): Json {
  const changed = structuredClone(train);
  for (const [group, content] of Object.entries(exception)) {
    if (group === "key" || group === "occurrence_index" || group === "disabled") continue;
    if (group === "rolling_stock" || group === "path_and_schedule") {
      for (const [field, value] of Object.entries(content as Json)) changed[field] = value;
    } else {
      const field = FIELDS[group];
      if (field === undefined) throw new Error(`what is the group ${group}?`);
      changed[field] = (content as Json)["value"];
    }
  }
  return changed;
}

/** All trains of a stored paced train, in the order of their starts. */
export function expandNaively(stored: Json): NaiveTrain[] {
  const { paced, exceptions: _, numbering, ...base } = stored;
  const rule = numbering as { first: number; step: number; suffix: string } | undefined;
  let number = rule?.first ?? 0;
  const { time_window, interval } = paced as Json;
  const exceptions = stored["exceptions"] as Exception[];
  const trains: NaiveTrain[] = [];
  const window_ms = readMs(time_window);
  const interval_ms = readMs(interval);
  for (let at_ms = 0, index = 0; at_ms + interval_ms <= window_ms; at_ms += interval_ms, index++) {
    const start_ms = Date.parse(String(base["start_time"])) + at_ms;
    const own: Json = { ...structuredClone(base), start_time: printTime(start_ms) };
    if (rule !== undefined) own["train_name"] = `${number}${rule.suffix}`;
    number += rule?.step ?? 0;
    const exception = exceptions.find((one) => one.occurrence_index === index);
    if (exception === undefined) trains.push({ occurrence: { index }, train: own });
    else if (!exception.disabled) {
      const occurrence = { index, exception_key: exception.key };
      trains.push({ occurrence, train: change(own, exception) });
    }
  }
  for (const exception of exceptions) {
    if (exception.occurrence_index !== undefined || exception.disabled) continue;
    trains.push({ occurrence: { exception_key: exception.key }, train: change(base, exception) });
  }
  return sortByStart(trains);
}

/** Insertion sort: of two trains of one start the one that was first stays first. */
function sortByStart(trains: readonly NaiveTrain[]): NaiveTrain[] {
  const startOf = ({ train }: NaiveTrain): number => Date.parse(String(train["start_time"]));
  const sorted: NaiveTrain[] = [];
  for (const one of trains) {
    let place = sorted.length;
    while (place > 0 && startOf(sorted[place - 1] ?? one) > startOf(one)) place--;
    sorted.splice(place, 0, one);
  }
  return sorted;
}
