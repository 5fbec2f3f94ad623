/** Scenarios in the database: one wrapper per query file. Answers are JSON texts for one viewer. */
import type { Database } from "../../platform/db/client.ts";
import { PAGE_BYTES_MAX, pageOffset, type TextPage } from "../../platform/db/query_page.ts";
import type { RecordListQuery } from "../project/fields.schemas.ts";
import type { Author, ChangedRecord, StoredRecord } from "../project/stored_record.ts";
import type { StudyPlace } from "../study/study.queries.ts";
import type { ScenarioChange, ScenarioCreation } from "./scenario.schemas.ts";

/** A scenario by the ids in its path. */
export interface ScenarioPlace extends StudyPlace {
  readonly scenario_id: number;
}

/** One page of what the viewer may see (null: everything); null if that study does not exist. */
export async function listScenarios(
  db: Database,
  { project_id, study_id }: StudyPlace,
  { viewer_id, at }: { readonly viewer_id: number | null; readonly at: RecordListQuery },
): Promise<TextPage | null> {
  return db.queryOne<TextPage>("studies/scenario/list", [
    viewer_id,
    project_id,
    study_id,
    at.ordering,
    at.page_size,
    pageOffset(at),
    PAGE_BYTES_MAX,
  ]);
}

/** One scenario with its project and study; null if it is not at this place. */
export async function getScenario(
  db: Database,
  { project_id, study_id, scenario_id }: ScenarioPlace,
  viewer_id: number | null,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("studies/scenario/get", [
    project_id,
    study_id,
    scenario_id,
    viewer_id,
  ]);
}

/** The infrastructure that a scenario runs on; null if there is no such scenario. */
export async function getInfraOfScenario(
  db: Database,
  scenario_id: number,
): Promise<number | null> {
  const row = await db.read<{ id: number; infra_id: number }>(
    "studies/scenario/get_infra",
    scenario_id,
  );
  return row?.infra_id ?? null;
}

/** The scenario of a timetable, which is deleted with it; null if there is none. */
export async function getScenarioOfTimetable(
  db: Database,
  timetable_id: number,
): Promise<number | null> {
  const row = await db.queryOne<{ id: number }>("studies/scenario/get_of_timetable", [
    timetable_id,
  ]);
  return row?.id ?? null;
}

/**
 * Null if that study does not exist. A reference to something that does not exist, or to a
 * timetable of another scenario, breaks the constraint of that column.
 */
export async function insertScenario(
  db: Database,
  { project_id, study_id }: StudyPlace,
  given: ScenarioCreation,
  { owner_id, viewer_id }: Author,
): Promise<StoredRecord | null> {
  return db.queryOne<StoredRecord>("studies/scenario/insert", [
    project_id,
    study_id,
    JSON.stringify(given),
    owner_id,
    viewer_id,
  ]);
}

/** Null if it is not at this place. `if_revision` null: changes any revision. */
export async function updateScenario(
  db: Database,
  { project_id, study_id, scenario_id }: ScenarioPlace,
  change: {
    readonly given: ScenarioChange;
    readonly if_revision: number | null;
    readonly viewer_id: number | null;
  },
): Promise<ChangedRecord | null> {
  return db.queryOne<ChangedRecord>("studies/scenario/update", [
    project_id,
    study_id,
    scenario_id,
    JSON.stringify(change.given),
    change.if_revision,
    change.viewer_id,
  ]);
}

/** False if it is not at this place. */
export async function deleteScenario(
  db: Database,
  { project_id, study_id, scenario_id }: ScenarioPlace,
): Promise<boolean> {
  const row = await db.queryOne<{ is_deleted: boolean }>("studies/scenario/delete", [
    project_id,
    study_id,
    scenario_id,
  ]);
  return row?.is_deleted ?? false;
}
