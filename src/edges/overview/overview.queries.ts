/** The overview in the database. */
import type { Database } from "../../platform/db/client.ts";
import { queryPage } from "../../platform/db/query_page.ts";
import { readTimetable, type TimetableRow } from "../../timetable/timetable/timetable.queries.ts";
import type { OverviewQuery, TimetablePlace } from "./overview.schemas.ts";

/** The scenario's columns are either all null or none. */
interface PlacedRow extends TimetableRow {
  readonly timetable_id: number;
  readonly scenario_id: number | null;
  readonly scenario_name: string;
  readonly study_id: number;
  readonly study_name: string;
  readonly project_id: number;
  readonly project_name: string;
  readonly infra_id: number;
  readonly infra_name: string | null;
  readonly electrical_profile_set_id: number | null;
}

/** One page of what the viewer may see (null: everything), and the number of all that match the query. */
export async function listPlaces(
  db: Database,
  { viewer_id, shows_scenarios }: { viewer_id: number | null; shows_scenarios: boolean },
  at: OverviewQuery,
): Promise<{ count: number; results: TimetablePlace[] }> {
  const values = [viewer_id, shows_scenarios, at.words ?? null, at.timetable_id ?? null];
  const options = { values, at, key: "timetable_id" } as const;
  const { count, results } = await queryPage<PlacedRow>(db, "edges/overview/list", options);
  return { count, results: results.map(readPlace) };
}

function readPlace(row: PlacedRow): TimetablePlace {
  const { scenario_id, infra_id, infra_name, electrical_profile_set_id } = row;
  return {
    ...readTimetable(row.timetable_id, row),
    scenario:
      scenario_id === null
        ? null
        : {
            id: scenario_id,
            name: row.scenario_name,
            study: { id: row.study_id, name: row.study_name },
            project: { id: row.project_id, name: row.project_name },
            infra_id,
            infra_name,
            electrical_profile_set_id,
          },
  };
}
