/** The search environment in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import type { SearchEnvironment } from "./search_environment.schemas.ts";

/** The fields of an environment. */
export interface EnvironmentColumns {
  readonly infra_id: number;
  readonly timetable_id: number;
  readonly electrical_profile_set_id: number | null;
  readonly work_schedule_group_id: number | null;
  readonly temporary_speed_limit_group_id: number | null;
  readonly search_window_begin: string;
  readonly search_window_end: string;
}

interface EnvironmentRow extends EnvironmentColumns {
  readonly id: number;
}

/** Null when there is none. */
export async function getSearchEnvironment(db: Database): Promise<SearchEnvironment | null> {
  const row = await db.queryOne<EnvironmentRow>("train_runs/search_environment/get", []);
  return row === null ? null : toRecord(row);
}

/** Replaces the present one. An unknown resource breaks a foreign key. */
export async function replaceSearchEnvironment(
  db: Database,
  columns: EnvironmentColumns,
): Promise<SearchEnvironment> {
  const row = await queryExactlyOne<EnvironmentRow>(db, "train_runs/search_environment/replace", [
    columns.infra_id,
    columns.timetable_id,
    columns.electrical_profile_set_id,
    columns.work_schedule_group_id,
    columns.temporary_speed_limit_group_id,
    columns.search_window_begin,
    columns.search_window_end,
  ]);
  return toRecord(row);
}

export async function deleteSearchEnvironment(db: Database): Promise<void> {
  await db.query("train_runs/search_environment/delete", []);
}

export type ScenarioReferences = Pick<
  EnvironmentColumns,
  "infra_id" | "timetable_id" | "electrical_profile_set_id"
>;

/** The resources of a scenario, or null. */
export async function getReferencesOfScenario(
  db: Database,
  scenario_id: number,
): Promise<ScenarioReferences | null> {
  return db.queryOne("train_runs/search_environment/get_scenario", [scenario_id]);
}

/** When the first and the last train of a timetable leave, or null when there is none. */
export async function getDepartures(
  db: Database,
  timetable_id: number,
): Promise<{ first_ms: number; last_ms: number } | null> {
  type Row = { readonly first: string | null; readonly last: string | null };
  const name = "train_runs/search_environment/get_departures";
  const { first = null, last = null } = (await db.queryOne<Row>(name, [timetable_id])) ?? {};
  if (first === null || last === null) return null;
  return { first_ms: datetimeMs(first), last_ms: datetimeMs(last) };
}

function toRecord({
  id,
  infra_id,
  timetable_id,
  search_window_begin,
  search_window_end,
  ...references
}: EnvironmentRow): SearchEnvironment {
  const { electrical_profile_set_id, work_schedule_group_id, temporary_speed_limit_group_id } =
    references;
  return {
    id,
    infra_id,
    timetable_id,
    ...(electrical_profile_set_id === null ? {} : { electrical_profile_set_id }),
    ...(work_schedule_group_id === null ? {} : { work_schedule_group_id }),
    ...(temporary_speed_limit_group_id === null ? {} : { temporary_speed_limit_group_id }),
    search_window_begin: printDateTime(datetimeMs(search_window_begin)),
    search_window_end: printDateTime(datetimeMs(search_window_end)),
  };
}
