/** Requests the contents of the demo's table: summaries in batches, then the conflicts of the timetable. */
import { SingleBar } from "cli-progress";
import {
  type Api,
  type Conflict,
  Conflicts,
  PacedSummaries,
  type PacedSummary,
  Summaries,
  type Summary,
} from "./api.ts";
import type { Imported } from "./import_network.ts";

export interface Computed {
  /** [nTrains], as in the generated timetable. */
  readonly summaries: readonly Summary[];
  /** [nPacedTrains], as in the generated timetable. */
  readonly paced_summaries: readonly PacedSummary[];
  /** For all of them. */
  readonly elapsed_ms: number;
  readonly conflicts: readonly Conflict[];
  readonly conflicts_ms: number;
}

const BATCH_SIZE = 10;
const MISSING = { status: "missing" };

/** Paths, simulations and conflicts of all trains, with a progress bar. Throws ApiError. */
export async function computeAll(api: Api, imported: Imported): Promise<Computed> {
  const { train_ids, paced_train_ids, timetable_id } = imported;
  const format = "paths and simulations [{bar}] {value}/{total} trains";
  const bar = new SingleBar({ format, hideCursor: true, noTTYOutput: true, notTTYSchedule: 1000 });
  bar.start(train_ids.length + paced_train_ids.length, 0);
  const run = parameters(imported);
  const listOf = (ids: readonly number[]): string => ids.map((id) => `&ids[]=${id}`).join("");
  const summaries: Summary[] = [];
  const started_ms = performance.now();
  for (let i = 0; i < train_ids.length; i += BATCH_SIZE) {
    const ids = train_ids.slice(i, i + BATCH_SIZE);
    const path = `/train_schedule/simulations_summary?${run}${listOf(ids)}`;
    const answer = await api.get(path, Summaries);
    for (const id of ids) summaries.push(answer[id] ?? MISSING);
    bar.update(summaries.length);
  }
  const paced = await api.get(
    `/paced_train/simulations_summary?${run}${listOf(paced_train_ids)}`,
    PacedSummaries,
  );
  bar.update(train_ids.length + paced_train_ids.length);
  const simulated_ms = performance.now();
  bar.stop();
  const conflicts = await api.get(`/timetable/${timetable_id}/conflicts?${run}`, Conflicts);
  return {
    summaries,
    paced_summaries: paced_train_ids.map(
      (id) => paced[id] ?? { paced_train: MISSING, exceptions: {} },
    ),
    elapsed_ms: simulated_ms - started_ms,
    conflicts,
    conflicts_ms: performance.now() - simulated_ms,
  };
}

/** What a simulation is asked with, as a query. */
export function parameters(imported: Imported): string {
  return `infra=${imported.infra_id}&electrical_profile_set_id=${imported.electrical_profile_set_id}`;
}
