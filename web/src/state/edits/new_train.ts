/** Initial values of a new train. */
import { computed, effect } from "@preact/signals";
import { TRAIN_DEFAULTS } from "../../../../src/railway/train_defaults.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { parameters, setParameters } from "../address.ts";
import { choices } from "../setting.ts";
import { printAxisChoice } from "../stations/axis_choice.ts";
import { listRecords } from "../timetable.ts";
import { goTo, viewport } from "../view.ts";
import { type Form, printTime, type TrainForm } from "./edit.ts";
import { listNames } from "./numbering.ts";
import { beginRecord, type Drawn, made, wished_train } from "./open_form.ts";
import { setEnd } from "./path_edits.ts";

const MINUTE_MS = 60_000;

/** The middle of the visible time, in whole minutes; if no train runs about then, the first train's start. */
function firstStart(): number {
  const { from_ms, to_ms } = viewport.peek();
  const middle_ms = Math.round((from_ms + to_ms) / 2 / MINUTE_MS) * MINUTE_MS;
  const starts = listRecords().map(({ start_time }) => Date.parse(start_time));
  const first_ms = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const last_ms = starts.reduce((a, b) => Math.max(a, b), -Infinity);
  const is_about = first_ms <= middle_ms && middle_ms <= last_ms;
  return is_about || starts.length === 0 ? middle_ms : first_ms;
}

/** If nothing is drawn, its ends are chosen in its form. */
export function beginTrain(drawn: Drawn | null = null): void {
  const empty = emptyForm(drawn?.start_ms ?? firstStart());
  beginRecord(drawn === null ? empty : setEnd(setEnd(empty, "from", drawn.from), "to", drawn.to));
}

/** In the address's form of an axis. */
const made_ends = computed(() => {
  const path = made.value?.after?.path ?? [];
  const [from, to] = [path[0], path.at(-1)].map((place) => stationOf(place));
  if (from === undefined || to === undefined || from === to) return "";
  return printAxisChoice({ kind: "stations", ids: [from, to] });
});

// Begins when this file is loaded, which is when the first train is wanted.
effect(() => {
  const wish = wished_train.value;
  if (wish === null) return;
  wished_train.value = null;
  beginTrain(wish === "anywhere" ? null : wish);
});

// Shows the new train: in an empty timetable its ends are the axis, and its start is in the visible time.
effect(() => {
  const ends = made_ends.value;
  if (ends === "" || parameters.axis.peek() !== "" || listRecords().length > 0) return;
  setParameters({ axis: ends });
});
effect(() => {
  const start_ms = Date.parse(made.value?.after?.start_time ?? "");
  const { from_ms, to_ms } = viewport.peek();
  if (start_ms < from_ms || start_ms > to_ms) goTo(start_ms);
});

function stationOf(place: Form["path"][number] | undefined): string | undefined {
  return place !== undefined && "operational_point" in place ? place.operational_point : undefined;
}

function emptyForm(start_ms: number): TrainForm {
  const rolling_stock_name = usualStock();
  return {
    train_name: freeName(),
    ...TRAIN_DEFAULTS,
    rolling_stock_name,
    start_time: printTime(start_ms),
    path: [],
    schedule: [],
    category: categoryOfStock(rolling_stock_name),
  };
}

/** A number above those of all trains. */
function freeName(): string {
  const numbers = [...listNames()].map((name) => (/^\d{1,9}$/.test(name) ? Number(name) : 0));
  const highest = numbers.reduce((a, b) => Math.max(a, b), 0);
  return highest === 0 ? TOOL_TEXTS.form.first_name : String(highest + 1);
}

/** The stock that most trains have, else the first one. */
function usualStock(): string {
  const counts = new Map<string, number>();
  for (const { rolling_stock_name: name } of listRecords()) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return usual?.[0] ?? choices.peek()?.stocks[0]?.name ?? "";
}

/** The stock's main category; null if it is not known. */
export function categoryOfStock(name: string): Form["category"] {
  const stock = choices.peek()?.stocks.find((one) => one.name === name);
  const main_category = stock?.primary_category ?? null;
  return main_category === null ? null : { main_category };
}
