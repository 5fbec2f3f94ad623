/** Documents as later versions of the peer have them: the small network, a rolling stock and trains. */
import { ROLLING_STOCK_EXAMPLE } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

export type Fields = Record<string, unknown>;

/** A copy whose parts may be changed. */
const copy = (value: unknown): Fields => JSON.parse(JSON.stringify(value)) as Fields;

/** A list of a document, whose items may be changed. */
export function listIn(document: Fields, key: string): Fields[] {
  return document[key] as Fields[];
}

export function newerNetwork(): Fields {
  const network = copy(TINY_RAILJSON);
  network["version"] = "3.4.14";
  network["level_crossings"] = [{ id: "lc", parts: [{ track: "A", position: 100 }] }, { id: "ld" }];
  for (const [i, point] of listIn(network, "operational_points").entries()) {
    point["weight"] = 10 * i;
    for (const part of listIn(point, "parts")) part["local_track_name"] = `V${i + 1}`;
  }
  return network;
}

export function newerStock(): Fields {
  const { gamma: _gamma, ...stock } = copy(ROLLING_STOCK_EXAMPLE);
  return {
    ...stock,
    id: 7,
    version: 3,
    railjson_version: "3.3",
    locked: true,
    const_gamma: 0.8,
    supported_signaling_systems: [{ type: "BAL" }, { type: "ETCS_LEVEL2", release_speed: 10 }],
    primary_category: "INTERCITY_TRAIN",
    other_categories: ["REGIONAL_TRAIN", "MAGLEV_TRAIN"],
    curve_of_braking: [],
  };
}

export function newerTrain(): Fields {
  return {
    id: 12,
    train_name: "IC 1",
    rolling_stock_name: "Loco",
    start_time: "2026-03-02T08:00:00Z",
    constraint_distribution: "MARECO",
    path: [
      { id: "a", location: { uic: 1, secondary_code: "BV" } },
      { id: "b", location: { operational_point: "OP.B", track_reference: { track_name: "V2" } } },
    ],
    schedule: [{ at: "b", arrival: "PT600S", stop_for: "PT0S" }],
  };
}

export function newerTrains(): Fields[] {
  const paced = {
    interval: "PT30M",
    time_window: "PT2H",
    exceptions: [
      { key: "x", occurrence_index: 1, disabled: true, colour: "red" },
      {
        key: "y",
        occurrence_index: 2,
        path_and_schedule: {
          path: [
            { id: "a", location: { track: "A", offset: 5 } },
            { id: "b", location: { uic: 2 } },
          ],
          schedule: [],
          margins: { boundaries: [], values: ["0%"] },
          power_restrictions: [],
        },
      },
    ],
  };
  return [newerTrain(), { ...newerTrain(), train_name: "RE 2", paced }];
}
