/**
 * Method: every sort of hostile train at the largest size, waypoints 1 mm, 1 m and 20 km apart, on a plain
 * line and on one with a slope and a limit at each waypoint. Each ends in an answer or a typed failure: the engine
 * counts its steps.
 */
import { expect, it } from "vitest";
import { sendStock } from "../../../../bench/network/send_stock.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import {
  HOSTILE_STOCK,
  hostileSorts,
  makeHostileLine,
  makeHostileTrain,
  WAYPOINTS_MAX,
} from "./hostile_trains.ts";

it.each(
  [1, 1000, 20_000].flatMap((spacing_mm) =>
    [0, WAYPOINTS_MAX].map((pieces) => ({ spacing_mm, pieces })),
  ),
)(
  "trains of 10,000 waypoints $spacing_mm mm apart, $pieces slopes, end within bounds",
  ({ spacing_mm, pieces }) => {
    const n = WAYPOINTS_MAX;
    // Pieces of a line are whole millimetres.
    const infra = makeHostileLine((spacing_mm * n) / 1000, pieces);
    for (const [name, sort] of Object.entries(hostileSorts(spacing_mm))) {
      for (const distribution of ["LINEAR", "MARECO"] as const) {
        const train = makeHostileTrain(infra, { n, spacing_mm, distribution, ...sort });
        const [outcome] = simulateTrains({
          infra,
          stocks: [sendStock(HOSTILE_STOCK)],
          profiles: null,
          trains: [train],
        });
        if (outcome?.kind === "success") continue;
        expect(outcome?.error.type, `${name} ${distribution}`).toMatch(
          /^core:(simulation_too_long|impossible_simulation)$/,
        );
      }
    }
  },
);
