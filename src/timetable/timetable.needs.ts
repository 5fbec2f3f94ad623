/** The timetable that an endpoint under `/timetable/:timetable_id` is about. */
import type { Resources } from "../http/endpoint.ts";

export function ofTimetable({
  params,
}: {
  readonly params: { readonly timetable_id: number };
}): Resources {
  return { timetable: [params.timetable_id] };
}
