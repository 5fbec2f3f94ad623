/** What both examples in TypeScript begin with: the server, and the timetable that was changed last. */
import { type Api, ask, connect } from "marey-client";

export const marey: Api = connect({
  baseUrl: process.env["MAREY_URL"] ?? "http://127.0.0.1:8090",
});

export interface Scenario {
  readonly timetable_id: number;
  readonly name: string;
  /** What trains are computed with. */
  readonly query: { readonly infra: number; readonly electrical_profile_set_id?: number };
}

export async function findScenario(): Promise<Scenario> {
  const { timetables } = await ask(marey.GET("/overview"));
  const found = timetables.results.find(({ scenario }) => scenario !== null);
  if (found === undefined || found.scenario === null) {
    throw new Error("no scenario there: start `npm run sample`");
  }
  const { infra_id: infra, electrical_profile_set_id } = found.scenario;
  return {
    timetable_id: found.timetable_id,
    name: found.name ?? "",
    query: { infra, ...(electrical_profile_set_id !== null && { electrical_profile_set_id }) },
  };
}
