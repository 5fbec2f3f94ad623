/** The access needed for results computed for a timetable. */
import { checked } from "../../platform/http/endpoint.ts";

/** Such results reveal parts of the infrastructure and of all stocks. */
export const ofComputedTimetable = checked({
  roles: ["infra:read", "timetable:read"],
  levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
  absent: { infra: "TimetableInfraNotFound" },
});
