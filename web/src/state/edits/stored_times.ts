/** Times of stored trains at their waypoints: the starting point for drawing a trial. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { runQuery, type Setting } from "../../api/setting.ts";
import { type Edit, exceptionKey, isSame, kindOfEdit } from "./edit.ts";

/** Milliseconds since their starts, by edit key and by exception key. */
export type StoredTimes = ReadonlyMap<string, readonly number[]>;

const NONE: Readonly<Record<string, never>> = {};

/** For edits that change more than the start. Rejects only with the abort's reason. */
export async function readTimes(
  edits: readonly Edit[],
  known: StoredTimes,
  setting: Setting,
  signal: AbortSignal,
): Promise<StoredTimes> {
  const wanted = edits.filter((edit) => needsTimes(edit) && !known.has(edit.key));
  const ids = (kind: ReturnType<typeof kindOfEdit>): number[] =>
    wanted.flatMap((edit) => (kindOfEdit(edit) === kind && edit.id !== null ? [edit.id] : []));
  const [trains, services] = await Promise.all([
    askTrains(ids("train_schedule"), setting, signal),
    askServices(ids("paced_train"), setting, signal),
  ]).catch(() => {
    signal.throwIfAborted();
    // The trial can be drawn without them.
    return [NONE, NONE];
  });
  const found = new Map<string, readonly number[]>();
  const keep = (key: string, summary: Schemas["Summary"]): void => {
    if ("path_item_times_final" in summary) found.set(key, summary.path_item_times_final);
  };
  for (const { key, id } of wanted) {
    const [train, service] = [trains[id ?? 0], services[id ?? 0]];
    if (train !== undefined) keep(key, train);
    if (service === undefined) continue;
    keep(key, service.paced_train);
    for (const [name, one] of Object.entries(service.exceptions))
      keep(exceptionKey(key, name), one);
  }
  return found;
}

function needsTimes({ before, after }: Edit): boolean {
  if (before === null || after === null) return false;
  return !isSame({ ...before, start_time: after.start_time }, after);
}

async function askTrains(
  ids: number[],
  setting: Setting,
  signal: AbortSignal,
): Promise<Readonly<Record<string, Schemas["Summary"]>>> {
  if (ids.length === 0) return NONE;
  const { infra: infra_id, ...rest } = runQuery(setting);
  return await ask(
    api.POST("/train_schedule/simulations_summary", { body: { infra_id, ...rest, ids }, signal }),
  );
}

async function askServices(
  ids: number[],
  setting: Setting,
  signal: AbortSignal,
): Promise<Readonly<Record<string, Schemas["PacedSummary"]>>> {
  if (ids.length === 0) return NONE;
  const { infra: infra_id, ...rest } = runQuery(setting);
  return await ask(
    api.POST("/paced_train/simulations_summary", { body: { infra_id, ...rest, ids }, signal }),
  );
}
