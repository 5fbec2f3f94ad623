/** Names of places in files of other programs and the operational points that people chose for them. */
import * as v from "valibot";
import type { Database } from "../../platform/db/client.ts";
import { jsonBody, okJson } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { Identifier, NonBlankText } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { infraNotFound } from "./infra.errors.ts";

const MATCHES_MAX = 10_000;
const NAME_MAX = 200;

const StationMatch = v.strictObject({
  name: about(v.pipe(NonBlankText, v.maxLength(NAME_MAX)), "What files call the place"),
  operational_point: about(Identifier, "Id of the operational point that it is"),
});

const StationMatches = v.strictObject({
  matches: about(
    v.pipe(v.array(StationMatch), v.maxLength(MATCHES_MAX)),
    "Of two of one name the last counts",
  ),
});
type StationMatches = v.InferOutput<typeof StationMatches>;

nameSchemas({ StationMatch, StationMatches });

/** Name and operational point of each; null: there is no such network. */
export async function readMatches(
  db: Database,
  infra_id: number,
): Promise<readonly (readonly [name: string, operational_point: string])[] | null> {
  const row = await db.queryOne<{ matches: string }>("network/infra/get_station_matches", [
    infra_id,
  ]);
  // Safe: it is written below.
  return row === null ? null : (JSON.parse(row.matches) as [string, string][]);
}

export const STATION_MATCH_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/infra/:infra_id/station_matches",
    summary: "The operational points that were chosen for names of places in imported files",
    params: v.object({ infra_id: pathId }),
    answer: okJson(StationMatches),
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    handle: async ({ services }, { params: { infra_id } }) => {
      const matches = await readMatches(services.db, infra_id);
      if (matches === null) throw infraNotFound(infra_id);
      return { matches: matches.map(([name, operational_point]) => ({ name, operational_point })) };
    },
  }),
  endpoint({
    method: "put",
    path: "/infra/:infra_id/station_matches",
    summary: "Choose operational points for names of places in files, for this and further imports",
    params: v.object({ infra_id: pathId }),
    body: jsonBody(StationMatches, {
      matches: [{ name: "Bern HB", operational_point: "West_station" }],
    }),
    answer: okJson(StationMatches),
    access: checked({ roles: ["infra:write"], levels: { infra: "Writer" } }),
    handle: async ({ services }, { params: { infra_id }, body }) => {
      const byName = new Map(body.matches.map((one) => [one.name, one.operational_point]));
      const values = [infra_id, JSON.stringify([...byName])];
      const row = await services.db.queryOne("network/infra/set_station_matches", values);
      if (row === null) throw infraNotFound(infra_id);
      return {
        matches: Array.from(byName, ([name, operational_point]) => ({ name, operational_point })),
      };
    },
  }),
];
