/** What an endpoint under `/timetable/:timetable_id` is about, and who may have it computed. */
import { checked, type Resources } from "../../platform/http/endpoint.ts";

interface Target {
  readonly params: { readonly timetable_id: number };
}

export function ofTimetable({ params }: Target): Resources {
  return { timetable: [params.timetable_id] };
}

/** What is computed of a timetable shows something of the infrastructure and of all stocks. */
export const ofComputedTimetable = checked({
  roles: ["infra:read", "timetable:read"],
  levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
  needs: ({ params, query }: Target & { readonly query: { readonly infra_id: number } }) => ({
    timetable: [params.timetable_id],
    infra: [query.infra_id],
  }),
  absent: { infra: "TimetableInfraNotFound" },
});
