/** The privilege that an endpoint under `/timetable/:timetable_id` asks for (decisions.md 3). */
import type { Need, PrivilegeLevel } from "../access/levels.ts";

export function onTimetable(
  level: PrivilegeLevel,
): (input: { readonly params: { readonly timetable_id: number } }) => readonly Need[] {
  return ({ params }) => [{ type: "timetable", id: params.timetable_id, level }];
}
