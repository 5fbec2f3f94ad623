// Method: a newcomer with two public files of a city in a real browser: its railways from OpenStreetMap and its feed, small ones of our own. From an empty server to the graph with every trip; what the hand does is counted, and times are held against those of the feed.
import { strToU8, zipSync } from "fflate";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import { scaled } from "../helpers/pace.ts";
import { lineOf, writePbf } from "../workers/exchange/osm_files.ts";
import { Acts } from "./day/acts.ts";
import { openEmptyPlace } from "./day/empty_place.ts";
import { summaryOf } from "./steps.ts";
import { describeVisit } from "./visit.ts";

const ACTS_MAX = 12;
const DAY = "2026-03-02";
const LOADING = { timeout: scaled(30_000) };
const RAILCAR = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).every(({ is_electric }) => !is_electric),
)!;
const STATIONS = ["Nordstadt", "Mitte", "Zoo", "Südhafen"];
const TRIPS = 12;
const LEG_MINUTES = 12;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;

/** Each half hour from six o'clock on, there and back in turn, with a minute at each station. */
const CALLS = Array.from({ length: TRIPS }, (_, trip) => {
  const way = trip % 2 === 0 ? STATIONS : STATIONS.toReversed();
  return way.map((station, i) => {
    const arrives = 360 + 30 * trip + i * LEG_MINUTES + Math.max(0, i - 1);
    const stands = i === 0 || i === way.length - 1 ? 0 : 1;
    return { trip: `s${trip}`, station, i, arrives, leaves: arrives + stands };
  });
});

/** Trains by rail on every day, and a bus that is none of them. */
function makeFeed(): Buffer {
  const stops = STATIONS.map((name, i) => `${i},${name},48,${8 + (i + 1) / 10}`);
  const calls = CALLS.flat().map(
    ({ trip, station, i, arrives, leaves }) =>
      `${trip},${clock(arrives)},${clock(leaves)},${STATIONS.indexOf(station)},${i}`,
  );
  const files: Readonly<Record<string, readonly string[]>> = {
    "agency.txt": ["agency_id,agency_name,agency_url,agency_timezone", "c,City,http://c,UTC"],
    "stops.txt": ["stop_id,stop_name,stop_lat,stop_lon", ...stops],
    "routes.txt": ["route_id,route_short_name,route_type", "s,S 1,2", "b,Bus 4,3"],
    "trips.txt": [
      "route_id,service_id,trip_id",
      ...CALLS.map((_, trip) => `s,daily,s${trip}`),
      "b,daily,b0",
    ],
    "stop_times.txt": [
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
      ...calls,
      "b0,06:00:00,06:00:00,0,0",
      "b0,06:30:00,06:30:00,1,1",
    ],
    "calendar.txt": [
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
      "daily,1,1,1,1,1,1,1,20260301,20260331",
    ],
  };
  const texts = Object.entries(files).map(
    ([name, lines]) => [name, strToU8(`${lines.join("\n")}\n`)] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(texts)));
}

const { has_browser, place } = await openEmptyPlace();

/** By default a run may miss a wanted time by so much. */
const KEPT_S = 2;

interface Stop {
  readonly station: string;
  readonly times_s: readonly [number, number];
}

const byTime = (a: Stop, b: Stop): number => a.times_s[0] - b.times_s[0];

/** Where trains of the server's table stop, begin and end. */
function listStops(csv: string): Stop[] {
  const [head = "", ...rows] = csv.trim().split(/\r?\n/);
  const at = (name: string): number => head.split(",").indexOf(name);
  const time_s = (text = ""): number => (Date.parse(text) - Date.parse(`${DAY}T00:00:00Z`)) / 1000;
  return rows
    .map((row) => row.split(","))
    .map((row): Stop => {
      const [station = "", arrival, departure] = ["station", "arrival", "departure"].map(
        (name) => row[at(name)],
      );
      return { station, times_s: [time_s(arrival), time_s(departure)] };
    })
    .toSorted(byTime);
}

describe.skipIf(!has_browser)("a newcomer with a city's map and its feed", () => {
  it("ends at a graph with every train of the feed, in at most twelve acts", async () => {
    const { server, visit } = place();
    const { page } = visit;
    await visit.open("#/");
    const acts = new Acts(page);
    const formOf = (kind: string): Locator => page.locator("form.import", { hasText: kind });
    const bring = async (form: Locator, name: string, content: Buffer): Promise<void> => {
      await acts.chooseFile(form.locator("input[type=file]"), name, content);
      await form.locator(".preview small").first().waitFor(LOADING);
    };
    try {
      const network = formOf("RailJSON");
      const extract = writePbf(lineOf(STATIONS), { is_dense: true, is_zipped: true });
      await bring(network, "City.osm.pbf", Buffer.from(extract));
      await network.getByText(/^It would bring [\d.]+ km of track, 4 stations/).waitFor(LOADING);
      await acts.click(network.getByRole("button", { name: "Import" }));
      await network.getByText("The network “City” is ready.").waitFor(LOADING);

      const stocks = formOf("One rolling stock");
      await acts.chooseFile(
        stocks.locator("input[type=file]"),
        "railcar.json",
        Buffer.from(JSON.stringify(RAILCAR)),
      );
      await acts.click(stocks.getByRole("button", { name: "Import" }));
      await stocks.getByText("1 rolling stock is made.").waitFor(LOADING);

      const trains = formOf("GTFS");
      await acts.chooseFile(trains.locator("input[type=file]"), "Feed.zip", makeFeed());
      await acts.select(trains.getByLabel("Network"), "City");
      await acts.select(trains.getByLabel("Rolling stock of trains"), RAILCAR.name);
      await trains.getByText("The file has operating days from").waitFor(LOADING);
      await trains.getByText(`It would bring ${TRIPS} trains and 0 paced trains.`).waitFor(LOADING);
      await trains.getByText("the network has 4 by name").waitFor();
      await acts.click(trains.getByRole("button", { name: "Import" }));
      await acts.click(trains.getByRole("link"));
      await page.getByRole("heading", { name: "Feed", level: 1 }).waitFor();
      await summaryOf(page, new RegExp(`^Trains \\(${TRIPS}\\)`)).waitFor(LOADING);
      expect(acts.count).toBeLessThanOrEqual(ACTS_MAX);
    } catch (error) {
      console.error(await describeVisit(visit));
      throw error;
    }
    const timetable = /timetable\/\d+/.exec(page.url())?.[0] ?? "";
    const infras = await (await server.send("planner", "GET", "/infra")).json();
    const { results } = infras as { results: { id: number }[] };
    const answer = await server.send(
      "planner",
      "GET",
      `/${timetable}/times?infra=${String(results[0]?.id)}&date=${DAY}`,
    );
    const wanted = CALLS.flat()
      .map(({ station, arrives, leaves }): Stop => {
        return { station, times_s: [60 * arrives, 60 * leaves] };
      })
      .toSorted(byTime);
    const stops = listStops(await answer.text());
    expect(stops.map(({ station }) => station)).toEqual(wanted.map(({ station }) => station));
    for (const [i, { times_s }] of stops.entries()) {
      const off_s = times_s.map((time_s, k) => Math.abs(time_s - (wanted[i]?.times_s[k] ?? 0)));
      expect(Math.max(...off_s), wanted[i]?.station).toBeLessThanOrEqual(KEPT_S);
    }
  });
});
