/** Random records and changes: what clients may send, at the ends of ranges more often than inside. */
import { prune } from "../../platform/http/rules/valid_forms.ts";
import { type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { countOccurrences, type Json, type ModelRecord } from "./model.ts";
import type { JudgedWorld } from "./world.ts";

export interface Place {
  readonly world: JudgedWorld;
  readonly random: Random;
  readonly anchor_ms: number;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Within an hour, in any zone of time; often whole minutes, so that trains start at once. */
export function drawStart({ random, anchor_ms }: Place): string {
  const seconds = random() < 0.8 ? 60 * wholeBetween(random, 0, 40) : wholeBetween(random, 0, 2400);
  const start_ms = anchor_ms + seconds * 1000 + pick(random, [0, 0, 0, 250]);
  const zone = pick(random, ["Z", "Z", "+02:00", "-11:30"]);
  if (zone === "Z") return new Date(start_ms).toISOString();
  const ahead_ms = zone === "+02:00" ? 7_200_000 : -41_400_000;
  return new Date(start_ms + ahead_ms).toISOString().replace("Z", zone);
}

export function drawForm(place: Place): Json {
  const { random, world } = place;
  const stock = random() < 0.2 ? "no such stock" : pick(random, world.stock_names);
  const changes = prune({
    start_time: drawStart(place),
    rolling_stock_name: random() < 0.3 ? stock : undefined,
    constraint_distribution: random() < 0.3 ? pick(random, ["LINEAR", "MARECO"]) : undefined,
    speed_limit_tag: random() < 0.3 ? "MA100" : undefined,
  });
  return { ...pick(random, world.forms), ...changes };
}

const PACES: readonly (readonly [interval: string, time_window: string])[] = [
  ["PT1M", "PT5M"],
  ["PT90S", "PT7M"],
  ["PT4M", "PT15M59S"],
  ["PT1M0.5S", "PT3M1.5S"],
  ["PT20M", "P0DT1H"],
  ["PT0.25S", "PT0.75S"],
  ["PT10M", "PT9M59.999S"],
  ["PT1H", "PT0S"],
  ["PT10M", "PT10M"],
];

export function drawException(place: Place, key: string, occurrence_index: number | null): Json {
  const { random, world } = place;
  const { path, schedule, power_restrictions } = pick(random, world.forms);
  const margins = { boundaries: [], values: [pick(random, ["0%", "10%"])] };
  const maybe = (chance: number, group: unknown): unknown =>
    random() < chance ? group : undefined;
  const stock = pick(random, [...world.stock_names, "no such stock"]);
  const has_path = random() < 0.3;
  return prune({
    key,
    occurrence_index: occurrence_index ?? undefined,
    disabled: random() < 0.25,
    start_time: maybe(0.5, { value: drawStart(place) }),
    train_name: maybe(0.2, { value: "renamed" }),
    labels: maybe(0.2, {}),
    rolling_stock: maybe(0.25, { rolling_stock_name: stock, comfort: "STANDARD" }),
    rolling_stock_category: maybe(0.1, { value: null }),
    speed_limit_tag: maybe(0.3, pick(random, [{}, { value: "MA100" }, { value: null }])),
    constraint_distribution: maybe(0.2, { value: pick(random, ["LINEAR", "MARECO"]) }),
    options: maybe(0.2, { value: { use_electrical_profiles: random() < 0.5 } }),
    initial_speed: has_path ? {} : undefined,
    path_and_schedule: has_path ? { path, schedule, margins, power_restrictions } : undefined,
  });
}

const KEYS = ["a", 'k"', "naïve", "0", "occurrence 0"];

export function drawPacedTrain(place: Place): Json {
  const { random } = place;
  const [interval, time_window] = pick(random, PACES);
  const form = { ...drawForm(place), paced: { interval, time_window } };
  // The last one first, then the first: both ends.
  const free = Array.from({ length: countOccurrences(form) }, (_, i) => i).reverse();
  const exceptions = KEYS.slice(0, wholeBetween(random, 0, KEYS.length)).map((key) => {
    const index = random() < 0.6 ? (random() < 0.5 ? free.shift() : free.pop()) : undefined;
    return drawException(place, key, index ?? null);
  });
  return { ...form, exceptions };
}

function drawShift(random: Random): string {
  const text = pick(random, ["PT0S", "PT1M", "PT3M30S", "PT20M", "PT1H", "P1D", "PT0.5S"]);
  return random() < 0.5 ? `-${text}` : text;
}

/** What is done with a train; `drawTrainForm` gives the form that takes its place. */
function drawDeed(random: Random, drawTrainForm: () => Json): Json {
  const dice = random();
  if (dice < 0.5) return { shift: drawShift(random) };
  return dice < 0.75 ? { removed: true } : { train: drawTrainForm() };
}

/** Of each train at most one change; of a paced train the whole, or any of its trains. */
export function drawChanges(place: Place, records: readonly ModelRecord[]): Json[] {
  const { random } = place;
  const changes: Json[] = [];
  for (const record of records) {
    const { kind, id, form } = record;
    if (random() < 0.5) continue;
    if (kind === "train_schedule") {
      changes.push({ kind, id, ...drawDeed(random, () => drawForm(place)) });
    } else if (random() < 0.25) {
      changes.push({ kind, id, ...drawDeed(random, () => drawPacedTrain(place)) });
    } else changes.push(...drawOfPaced(place, { kind, id, form }));
  }
  for (let i = wholeBetween(random, 0, 2); i > 0; i--) {
    changes.push({ added: random() < 0.5 ? drawForm(place) : drawPacedTrain(place) });
  }
  return shuffle(random, changes);
}

/** Some occurrences, the ends among them, by index or by key; and some added trains by key. */
function drawOfPaced(place: Place, { kind, id, form }: ModelRecord): Json[] {
  const { random } = place;
  const exceptions = form["exceptions"] as Json[];
  const names: Json[] = [];
  const count = countOccurrences(form);
  for (const index of new Set([0, count - 1, wholeBetween(random, 0, count)])) {
    if (index < 0 || index >= count) continue;
    const known = exceptions.find((one) => one["occurrence_index"] === index);
    const by_key = known !== undefined && random() < 0.5;
    names.push(by_key ? { exception_key: known["key"] } : { occurrence_key: index });
  }
  for (const one of exceptions) {
    if (one["occurrence_index"] === undefined) names.push({ exception_key: one["key"] });
  }
  return names
    .filter(() => random() < 0.6)
    .map((name) => ({ kind, id, ...name, ...drawDeed(random, () => drawForm(place)) }));
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** One more that makes all of them refused, with the status of the refusal; null: there is nothing to spoil. */
export function drawSpoiler(
  { random }: Place,
  records: readonly ModelRecord[],
  changes: readonly Json[],
): readonly [change: Json, status: number] | null {
  const shift = { shift: "PT1M" };
  const options: (readonly [Json, number])[] = [
    [{ kind: "train_schedule", id: 999_999_999, ...shift }, 404],
  ];
  const [again] = changes.filter((one) => one["id"] !== undefined);
  if (again !== undefined) {
    const { kind, id, occurrence_key, exception_key } = again;
    options.push([prune({ kind, id, occurrence_key, exception_key, removed: true }), 422]);
    if (occurrence_key !== undefined) options.push([{ kind, id, ...shift }, 422]);
  }
  const paced = records.find(
    ({ kind, id }) => kind === "paced_train" && changes.every((one) => one["id"] !== id),
  );
  if (paced !== undefined) {
    const { kind, id, form } = paced;
    options.push([{ kind, id, occurrence_key: countOccurrences(form), ...shift }, 422]);
    options.push([{ kind, id, exception_key: "none of that name", ...shift }, 404]);
  }
  return pick(random, options);
}
