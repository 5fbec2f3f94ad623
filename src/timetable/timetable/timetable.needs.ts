/** The resources of an endpoint under `/timetable/:timetable_id`, and the access to computed results. */
import { checked, type Resources } from "../../platform/http/endpoint.ts";

interface Target {
  readonly params: { readonly timetable_id: number };
}

export function ofTimetable({ params }: Target): Resources {
  return { timetable: [params.timetable_id] };
}

/** Results computed for a timetable reveal parts of the infrastructure and of all stocks. */
export const ofComputedTimetable = checked({
  roles: ["infra:read", "timetable:read"],
  levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
  needs: ({ params, query }: Target & { readonly query: { readonly infra_id: number } }) => ({
    timetable: [params.timetable_id],
    infra: [query.infra_id],
  }),
  absent: { infra: "TimetableInfraNotFound" },
});
