/**
 * A freight train at short notice: fitted in between all others and told as a table; nothing is stored.
 *
 *     node examples/short_term.ts    (Node 24; with an older one: node dist/examples/short_term.js)
 */
import { ApiFault, ask } from "marey-client";
import { findScenario, marey } from "./scenario.ts";

const { timetable_id, query } = await findScenario();
const path = { timetable_id };

// From the first to the last station of a train that is there, two hours after it.
const { results } = await ask(
  marey.GET("/timetable/{timetable_id}/train_schedules", { params: { path } }),
);
const [like] = results;
if (like === undefined) throw new Error("the timetable has no train to take the way of");
const [first, last] = [like.path[0], like.path.at(-1)].map((item) => {
  const { id: _id, deleted: _deleted, ...location } = item ?? { id: "", deleted: false };
  return location;
});
const stocks = await ask(marey.GET("/light_rolling_stock"));
const stock = stocks.results.find(({ name }) => name.includes("freight")) ?? stocks.results[0];

try {
  const answer = await ask(
    marey.POST("/timetable/{timetable_id}/stdcm", {
      params: { path, query: { infra: query.infra } },
      body: {
        steps: [
          {
            location: first as never,
            duration: 0,
            timing_data: {
              arrival_time: new Date(Date.parse(like.start_time) + 2 * 3_600_000).toISOString(),
              arrival_time_tolerance_before: 0,
              arrival_time_tolerance_after: 2 * 3_600_000,
            },
          },
          { location: last as never, duration: 0 },
        ],
        rolling_stock_id: stock?.id ?? 0,
        comfort: "STANDARD",
        margin: "5%",
        time_gap_before: 60_000,
        time_gap_after: 60_000,
      },
    }),
  );
  if (answer.status !== "success") throw new Error(`no train fits in: ${answer.status}`);
  const { positions, times, speeds } = answer.simulation.final_output;
  const departs_ms = Date.parse(answer.departure_time);
  const clock = (ms: number): string => new Date(departs_ms + ms).toISOString().slice(11, 19);
  // A line every two kilometres.
  const shown = positions.flatMap((position, i) =>
    i === 0 ||
    i === positions.length - 1 ||
    Math.floor(position / 2e6) > Math.floor((positions[i - 1] ?? 0) / 2e6)
      ? [
          {
            km: (position / 1e6).toFixed(1),
            time: clock(times[i] ?? 0),
            "km/h": Math.round((speeds[i] ?? 0) * 3.6),
          },
        ]
      : [],
  );
  console.table(shown);
  console.log(`departs at ${clock(0)} (UTC); POST its train to store it`);
} catch (error) {
  if (!(error instanceof ApiFault)) throw error;
  console.error(`refused, ${error.status} ${error.error?.type ?? ""}: ${error.message}`);
  process.exitCode = 1;
}
