/** What the demo ends with: a few things to try, ready to be pasted. docs/first_calls.md shows the same lines. */
import { parameters } from "./compute.ts";
import type { Imported } from "./import_network.ts";

/** Where the demo leaves its short term request. */
export const SHORT_TERM_FILE = "short_term.json";

/** Shell commands for a server with the imported data and nothing newer. */
export function listCommands(base_url: string, imported: Imported): string[] {
  const { infra_id, timetable_id, train_ids, paced_train_ids } = imported;
  const [first, second] = train_ids;
  const paced = paced_train_ids.at(-1) ?? 0;
  const run = parameters(imported);
  const timetable = `${base_url}/timetable/${timetable_id}`;
  // Ids come from one sequence, and the paced trains took the last ones.
  const copy_id = paced + 1;
  return [
    `curl '${base_url}/infra'`,
    `curl '${timetable}/train_schedules?page_size=2'`,
    `curl '${base_url}/train_schedule/${first}/path?infra=${infra_id}'`,
    `curl '${base_url}/train_schedule/${first}/simulation?${run}'`,
    // -g: brackets in a URL are not a pattern.
    `curl -g '${base_url}/train_schedule/simulations_summary?${run}&ids[]=${first}&ids[]=${second}'`,
    `curl '${timetable}/conflicts?${run}'`,
    `curl -H 'content-type: application/json' -d '{"changes":[{"kind":"train_schedule","id":${first},"shift":"PT4M"}]}' '${timetable}/what_if?${run}'`,
    `curl -H 'content-type: application/json' -d @${SHORT_TERM_FILE} '${timetable}/stdcm?infra=${infra_id}'`,
    `curl '${base_url}/paced_train/${paced}/simulation?${run}&exception_key=railcar'`,
    `curl -Nm 5 -H 'last-event-id: 0' '${timetable}/events'  # event: trains`,
    `curl -fo timetable.json '${timetable}/export?format=json'`,
    `curl -X POST '${base_url}/timetable'  # {"timetable_id":${copy_id}}`,
    `curl -H 'content-type: application/json' -d @timetable.json '${base_url}/timetable/${copy_id}/import'`,
    `curl -fo times.csv '${timetable}/times?infra=${infra_id}'`,
    `curl -fN '${timetable}/simulations_summary?infra=${infra_id}'`,
    `curl -fo resolution.json -X POST '${timetable}/resolution?${run}'`,
    `node -p 'JSON.stringify({ changes: JSON.parse(fs.readFileSync("resolution.json")).changes })' | curl -H 'content-type: application/json' -d @- '${timetable}/changes'`,
    `curl '${timetable}/conflicts?${run}'  # []`,
  ];
}
