/** Rules between the days of trains and the period and lists of their timetable. */
import type { Database } from "../../platform/db/client.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import { type Days, listCodes } from "../../railway/days/operating_days.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { readCalendar, type TimetableCalendar } from "./calendar.queries.ts";

/** A train with days is a service of one day, even over midnight. */
const WINDOW_MS_MAX = 48 * 3_600_000;

export interface DatedForm {
  readonly days?: Days | undefined;
  readonly paced?: { readonly time_window: string } | undefined;
}

/** Throws if days of trains need what their timetable does not have; `pathOf` says where a form is in the body, `planned` what it has soon. */
export async function checkDays(
  db: Database,
  {
    timetable_id,
    planned = null,
  }: { readonly timetable_id: number; readonly planned?: TimetableCalendar | null },
  forms: readonly DatedForm[],
  pathOf: (index: number) => string,
): Promise<void> {
  const dated = forms.flatMap((form, i) =>
    form.days === undefined ? [] : [{ ...form, days: form.days, path: pathOf(i) }],
  );
  if (dated.length === 0) return;
  const calendar = planned ?? (await readCalendar(db, timetable_id));
  const faults = dated.flatMap(({ days, paced, path }) => {
    if (calendar === null) return [{ path: `${path}/days`, reason: "the timetable has no period" }];
    const unknown = listCodes(days).filter((code) => !calendar.lists.has(code));
    const too_long = paced !== undefined && durationMs(paced.time_window) > WINDOW_MS_MAX;
    return [
      ...unknown.map((code) => ({ path: `${path}/days`, reason: `no list of days '${code}'` })),
      ...(too_long
        ? [{ path: `${path}/paced/time_window`, reason: "with days at most 48 hours" }]
        : []),
    ];
  });
  if (faults.length > 0) throw invalidBody(faults.slice(0, FAULTS_MAX));
}

const FAULTS_MAX = 20;
