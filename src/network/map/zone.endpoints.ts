/** Places of zones on the map. Conflicts name zones, so one request serves all conflicts of a timetable. */
import * as v from "valibot";
import { listBody, okText } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { MapLines } from "../../railway/quantities.ts";
import { NonBlankText, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { loadInfra } from "../infra/load_infra.ts";

const ZoneName = about(NonBlankText, "Name of a zone, as conflicts and path properties tell it");
const ZoneLines = about(
  v.record(Text, MapLines),
  "By name of the zone; those that the network does not have are left out",
);

nameSchemas({ ZoneLines });

export const ZONE_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/:infra_id/zones",
    summary: "The tracks of zones on the map",
    params: v.object({ infra_id: pathId }),
    body: listBody(ZoneName, ["zone.[DA2:INCREASING, DA3:DECREASING]"]),
    answer: okText(ZoneLines),
    creates: null,
    access: checked({ roles: ["infra:read"], levels: { infra: "Reader" } }),
    errors: ["InfraNotUsable", "TooManyItems"],
    handle: async (ctx, { params: { infra_id }, body }) => {
      const { config, compute } = ctx.services;
      const zones = [...new Set(body)];
      const count_max = config.limits.infra_objects;
      if (zones.length > count_max) {
        const message = `${zones.length} zones are too many, at most ${count_max}`;
        throw new AppError("TooManyItems", message, { count: zones.length, count_max });
      }
      const infra = await loadInfra(ctx, infra_id);
      const { share, signal } = ctx;
      return { json: await compute.run("locate_zones", { infra, zones }, { share, signal }) };
    },
  }),
];
