/** What scenarios refer to, and what refers to them. */
import type { Database } from "../../platform/db/client.ts";

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
