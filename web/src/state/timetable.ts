/** The trains of the open timetable as the server has them. Views are functions of it. */
import { computed, signal } from "@preact/signals";
import { api, ask, askFully, listRest, type Schemas, statusOf } from "../api/client.ts";
import type { Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";

export type TrainSchedule = Schemas["TrainScheduleResult"];
export type PacedTrain = Schemas["PacedTrainResult"];

export interface Timetable {
  readonly timetable_id: number;
  readonly trains: ReadonlyMap<number, TrainSchedule>;
  readonly paced_trains: ReadonlyMap<number, PacedTrain>;
  /** False: only the first page of each kind has been read. */
  readonly is_whole: boolean;
}

export const timetable = signal<Timetable | null>(null);

/** Does not change when trains come and go. */
export const open_timetable_id = computed(() => timetable.value?.timetable_id ?? null);

/** Trains and services together. */
export const train_count = computed(
  () => (timetable.value?.trains.size ?? 0) + (timetable.value?.paced_trains.size ?? 0),
);

const PAGE_SIZE = 200;

/** Reads the open timetable again. Throws ApiFault, or the abort's reason. */
export async function reloadTimetable(timetable_id: number, signal: AbortSignal): Promise<void> {
  const asked_at = stored_count;
  takeRead(await readTimetable(timetable_id, signal), asked_at);
}

/** All trains of a timetable. Throws ApiFault, or the abort's reason. */
export async function readTimetable(timetable_id: number, signal: AbortSignal): Promise<Timetable> {
  const { first, readRest } = await readBeginning(timetable_id, signal);
  return first.is_whole ? first : await readRest();
}

interface Beginning {
  readonly first: Timetable;
  /** Reads all of it. */
  readonly readRest: () => Promise<Timetable>;
}

async function readBeginning(timetable_id: number, signal: AbortSignal): Promise<Beginning> {
  const optionsOf = (page: number) => ({
    params: { path: { timetable_id }, query: { page, page_size: PAGE_SIZE } },
    signal,
  });
  const askTrains = (page: number) =>
    ask(api.GET("/timetable/{timetable_id}/train_schedules", optionsOf(page)));
  const askPacedTrains = (page: number) =>
    ask(api.GET("/timetable/{timetable_id}/paced_trains", optionsOf(page)));
  const [trains, paced_trains] = await Promise.all([askTrains(1), askPacedTrains(1)]);
  const first = {
    timetable_id,
    trains: byId(trains.results),
    paced_trains: byId(paced_trains.results),
    is_whole: trains.page_count <= 1 && paced_trains.page_count <= 1,
  };
  const readRest = async (): Promise<Timetable> => {
    const [more, more_paced] = await Promise.all([
      listRest(askTrains, trains.page_count),
      listRest(askPacedTrains, paced_trains.page_count),
    ]);
    return {
      timetable_id,
      trains: new Map([...first.trains, ...byId(more)]),
      paced_trains: new Map([...first.paced_trains, ...byId(more_paced)]),
      is_whole: true,
    };
  };
  return { first, readRest };
}

function byId<Train extends { readonly id: number }>(trains: readonly Train[]): Map<number, Train> {
  return new Map(trains.map((train) => [train.id, train]));
}

/** Reads the rest of the open timetable; null when it is complete. */
let needRest: (() => Promise<void>) | null = null;

/** Reads the first trains, to show at once; `needWhole` reads the rest. Throws ApiFault, or the abort's reason. */
export async function loadBeginning(timetable_id: number, signal: AbortSignal): Promise<void> {
  const { first, readRest } = await readBeginning(timetable_id, signal);
  const asked_at = stored_count;
  let reading: Promise<void> | null = null;
  needRest = async () => {
    reading ??= readRest()
      .then((read) => {
        takeRead(read, asked_at);
      })
      .finally(() => {
        reading = null;
      });
    await reading;
  };
  timetable.value = first;
}

/** Reads the rest of the open timetable once, however often it is needed. Throws as that reading does. */
export async function needWhole(): Promise<void> {
  if (timetable.peek()?.is_whole === false) await needRest?.();
}

/** Takes over what was read; what this page has stored since it was asked for stays as it is known here. */
function takeRead(read: Timetable, asked_at: number): void {
  const known = timetable.peek();
  if (known?.timetable_id !== read.timetable_id) return;
  const isOlder = (id: number): boolean => (stored_at.get(id) ?? 0) <= asked_at;
  const choose = <Train>(found: ReadonlyMap<number, Train>, now: ReadonlyMap<number, Train>) =>
    new Map([
      ...[...found].filter(([id]) => isOlder(id)),
      ...[...now].filter(([id]) => !isOlder(id)),
    ]);
  timetable.value = {
    ...read,
    trains: choose(read.trains, known.trains),
    paced_trains: choose(read.paced_trains, known.paced_trains),
  };
}

/** Number of times this page has stored trains; by train, that number at its last time. */
let stored_count = 0;
const stored_at = new Map<number, number>();

/** Takes over records that the server has just answered, and drops removed ones. */
export function keepRecords(
  kept: readonly (TrainSchedule | PacedTrain)[],
  removed: readonly number[] = [],
): void {
  const known = timetable.peek();
  if (known === null) return;
  stored_count += 1;
  const [trains, paced_trains] = [new Map(known.trains), new Map(known.paced_trains)];
  for (const id of removed) {
    stored_at.set(id, stored_count);
    trains.delete(id);
    paced_trains.delete(id);
  }
  for (const train of kept) {
    if (train.timetable_id !== known.timetable_id) continue;
    stored_at.set(train.id, stored_count);
    if ("paced" in train) paced_trains.set(train.id, train);
    else trains.set(train.id, train);
  }
  timetable.value = { ...known, trains, paced_trains };
}

/** A record with its entity tag. */
export interface Stored {
  readonly train: TrainSchedule | PacedTrain;
  readonly tag: string;
}

/** Null: it no longer exists. Throws ApiFault. */
export async function readStored(kind: Run["kind"], id: number): Promise<Stored | null> {
  try {
    const { data, headers } =
      kind === "train_schedule"
        ? await askFully<TrainSchedule | PacedTrain>(
            api.GET("/train_schedule/{train_schedule_id}", {
              params: { path: { train_schedule_id: id } },
            }),
          )
        : await askFully<TrainSchedule | PacedTrain>(
            api.GET("/paced_train/{paced_train_id}", { params: { path: { paced_train_id: id } } }),
          );
    return { train: data, tag: headers.get("etag") ?? "" };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/**
 * Reads changed trains again, unless this page has stored them meanwhile, and drops deleted ones.
 * Returns those that differ from what was known here.
 */
export async function refreshTrains(
  changed: ReadonlyMap<number, Run["kind"]>,
  deleted: Iterable<number>,
): Promise<number[]> {
  const known = timetable.peek();
  if (known === null) return [];
  const { timetable_id } = known;
  const asked_at = stored_count;
  const answers = await Promise.all([...changed].map(([id, kind]) => readStored(kind, id)));
  const found = answers.filter((one) => one !== null);
  const latest = timetable.peek();
  if (latest === null || latest.timetable_id !== timetable_id) return [];
  const [trains, paced_trains] = [new Map(latest.trains), new Map(latest.paced_trains)];
  const gone = [...deleted].filter((id) => trains.delete(id) || paced_trains.delete(id));
  const fresh = found.filter(({ train: { id }, train }) => {
    const is_older = (stored_at.get(id) ?? 0) > asked_at;
    const before = trains.get(id) ?? paced_trains.get(id);
    return !is_older && JSON.stringify(train) !== JSON.stringify(before);
  });
  for (const { train } of fresh) {
    if ("paced" in train) paced_trains.set(train.id, train);
    else trains.set(train.id, train);
  }
  if (gone.length + fresh.length > 0) timetable.value = { ...latest, trains, paced_trains };
  return [...gone, ...fresh.map(({ train }) => train.id)];
}

/** Of both kinds, as they are now. */
export function listRecords(): readonly (TrainSchedule | PacedTrain)[] {
  const known = timetable.peek();
  return [...(known?.trains.values() ?? []), ...(known?.paced_trains.values() ?? [])];
}

/** A name of blanks could be neither seen nor chosen. */
export function nameOfTrain({ id, train_name }: Pick<TrainSchedule, "id" | "train_name">): string {
  return /[^\p{White_Space}\p{C}]/u.test(train_name) ? train_name : TEXTS.unnamed(id);
}

/** The category as one text; own categories by their code. */
export function categoryOf({ category }: Pick<TrainSchedule, "category">): string {
  if (category === null) return "";
  return "main_category" in category ? category.main_category : category.sub_category_code;
}

/** A stored train that list and graph have a name for. */
export function findTrain(id: number): TrainSchedule | PacedTrain | null {
  const known = timetable.value;
  return known?.trains.get(id) ?? known?.paced_trains.get(id) ?? null;
}
