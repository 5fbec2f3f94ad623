// Method: a planner's day in a real browser that begins with a network drawn by hand: 31 tracks, a double line, loops, two
// terminals with three platforms. Nothing but the page is used, and what the hand does is counted. Times on paper are held
// against what the server tells of the runs.
import { describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import { Acts } from "./day/acts.ts";
import { Drawer } from "./day/drawer.ts";
import { openEmptyPlace } from "./day/empty_place.ts";
import { Planner } from "./day/planner.ts";
import { describeVisit } from "./visit.ts";

/** For a network of 30 tracks. */
const NETWORK_ACTS_MAX = 90;
const TRACKS = 31;
/** Of an empty network's map, at the equator. */
const METRES_PER_PX = 4.777;
const APART_M = 150;
/** The other track of the double line, north of the first one. */
const NORTH = -APART_M / METRES_PER_PX;

const { has_browser, place } = await openEmptyPlace({ width: 1500, height: 900 });

const RAILCAR = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;

async function read<T>(path: string): Promise<T> {
  const { server } = place();
  return (await (await server.send("planner", "GET", path)).json()) as T;
}

/** Of a line's tables: `train, station, time` of what is no pass. */
function listPrinted(rows: readonly (readonly string[])[]): string[] {
  let names: readonly string[] = [];
  let station = "";
  return rows.flatMap((row) => {
    if (row[0] === "Station") names = row;
    if (row[1] !== "" && row[0] !== undefined) station = row[0];
    return row.flatMap((cell, i) =>
      i > 2 && /^\d\d:\d\d:\d\d/.test(cell) ? [`${names[i] ?? ""}, ${station}, ${cell}`] : [],
    );
  });
}

/** Of the server's times: where trains begin, stop and end, to the second. */
function listRun(csv: string): string[] {
  const [head = [], ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  const columns = ["train_name", "station", "arrival", "departure"].map((name) =>
    head.indexOf(name),
  );
  const clock = (time = ""): string =>
    new Date(Math.round(Date.parse(time) / 1000) * 1000).toISOString().slice(11, 19);
  return rows.flatMap((row) => {
    const [train, station, arrival, departure] = columns.map((i) => row[i]);
    const times = new Set([clock(arrival), clock(departure)]);
    return [...times].map((time) => `${train}, ${station}, ${time}`);
  });
}

async function drawNetwork(drawer: Drawer): Promise<void> {
  await drawer.begin("Drawn");
  // A terminal with three platforms, and its throat.
  await drawer.take("Track");
  await drawer.draw([-540, 0], [-320, 0]);
  await drawer.beside(APART_M, "left");
  await drawer.draw([-440, NORTH], [-465, -60], [-530, -60]);
  await drawer.draw([-425, NORTH], [-400, 0]);
  await drawer.draw([-370, 0], [-345, NORTH]);
  await drawer.take("Switch");
  await drawer.join([-440, NORTH], [-425, NORTH], [-400, 0], [-370, 0], [-345, NORTH]);
  await drawer.take("Station");
  await drawer.found("Aar", [-480, 0], [-480, NORTH], [-490, -60]);
  await drawer.number();
  // The other end is the same, turned round.
  await drawer.copy([-300, 40], [-548, -100], 180, [320, NORTH]);
  await drawer.take("Track");
  await drawer.draw([-320, 0], [320, 0]);
  await drawer.draw([-320, NORTH], [320, NORTH]);
  await drawer.draw([-170, 0], [-150, 28], [-40, 28], [-20, 0]);
  await drawer.draw([-170, NORTH], [-150, -60], [-40, -60], [-20, NORTH]);
  await drawer.draw([90, 0], [110, 28], [200, 28], [220, 0]);
  await drawer.take("Switch");
  await drawer.join([-320, 0], [-320, NORTH], [320, 0], [320, NORTH]);
  await drawer.join([-170, 0], [-20, 0], [-170, NORTH], [-20, NORTH], [90, 0], [220, 0]);
  await drawer.take("Station");
  await drawer.clickAt([480, NORTH]);
  await drawer.rename("Coln");
  await drawer.take("Station");
  await drawer.found("Berg", [-95, 0], [-95, NORTH], [-95, 28], [-95, -60]);
  await drawer.number();
  await drawer.take("Station");
  await drawer.found("Dorf", [155, 0], [155, NORTH], [155, 28]);
  await drawer.number();
  await drawer.complete();
}

describe.skipIf(!has_browser)("a planner's day on a network of the planner's own", () => {
  it("goes from nothing to services each way without a conflict, and to true times on paper", async () => {
    const { server, visit } = place();
    const { page } = visit;
    await visit.open("#/");
    const acts = new Acts(page);
    try {
      await drawNetwork(new Drawer(page, acts));
      expect(acts.count).toBeLessThanOrEqual(NETWORK_ACTS_MAX);
      const infra_id = /network\/(\d+)/.exec(page.url())?.[1] ?? "";
      const { track_sections, operational_points } = await read<{
        track_sections: unknown[];
        operational_points: unknown[];
      }>(`/infra/${infra_id}/railjson`);
      expect([track_sections.length, operational_points.length]).toEqual([TRACKS, 4]);
      expect(await read(`/infra/${infra_id}/errors`)).toMatchObject({ count: 0 });
      const network_acts = acts.count;
      const planner = new Planner(page, { rolling_stocks: [RAILCAR], ends: ["Aar", "Coln"] }, acts);
      await acts.click(page.getByRole("link", { name: "Marey" }));
      await planner.importNetwork();
      await planner.makeTimetable("Spring");
      await planner.makeBothWays("06:00", ["Berg", "5", "4"]);
      await planner.makeBothWays("06:04", null);
      const timetable = /timetable\/\d+/.exec(page.url())?.[0] ?? "";
      expect(await read(`/${timetable}/conflicts?infra=${infra_id}`)).toEqual([]);
      expect(await planner.print()).toBeGreaterThan(0);
      const printed = listPrinted(await planner.printTable());
      const run = await server.send("planner", "GET", `/${timetable}/times?infra=${infra_id}`);
      expect(printed.toSorted()).toEqual(listRun(await run.text()).toSorted());
      expect(printed.length).toBeGreaterThan(100);
      console.info(`network: ${network_acts}, ${planner.describeActs()}`);
    } catch (error) {
      console.error(await describeVisit(visit));
      throw error;
    }
  });
});
