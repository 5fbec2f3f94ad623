/** RailJSON as the workers check it; on the main thread only the API document reads it. */
import * as v from "valibot";
import { OBJECT_SCHEMAS } from "../../../../workers/railjson/schemas.ts";
import { RAILJSON_VERSION } from "../../../railway/network_terms.ts";
import { OBJECT_TYPES } from "../../../railway/object_types.ts";
import { about, nameSchemas } from "../../../railway/wire.ts";

export const RailjsonDocument = v.strictObject({
  version: about(v.literal(RAILJSON_VERSION), "Version of the format"),
  ...Object.fromEntries(
    OBJECT_TYPES.map(({ key }) => [
      key,
      about(v.array(OBJECT_SCHEMAS[key]), `The network's ${key.replaceAll("_", " ")}`),
    ]),
  ),
});

export const RAILJSON_EXAMPLE = {
  version: RAILJSON_VERSION,
  operational_points: [],
  routes: [],
  switches: [],
  track_sections: [
    {
      id: "TA",
      length: 2000,
      slopes: [],
      curves: [],
      geo: {
        type: "LineString",
        coordinates: [
          [-0.4, 49.5],
          [-0.37, 49.5],
        ],
      },
    },
  ],
  speed_sections: [],
  signals: [],
  buffer_stops: [
    { id: "west", track: "TA", position: 0 },
    { id: "east", track: "TA", position: 2000 },
  ],
  detectors: [],
  electrifications: [],
  neutral_sections: [],
  extended_switch_types: [],
};

nameSchemas({ RailjsonDocument });
