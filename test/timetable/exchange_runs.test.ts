// Method: trains with every odd form that the API takes go out in each format and come in again; where their times at the places that the format holds differ by a second, the export's report has to say why.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsvRecords } from "../helpers/parse_csv.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: forms are made of anything
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const NETWORK = generateNetwork(TINY_OPTIONS);
const POINTS = new Map(NETWORK.railjson.operational_points.map((point) => [point.id, point]));
const TRACKS = new Map(NETWORK.railjson.track_sections.map((track) => [track.id, track]));
const DAY = "2026-03-02";
/** What can change a run, and is told where a format does not hold it. */
const LOSSES = [
  "details_left_out",
  "end_made_stop",
  "places_left_out",
  "stop_left_out",
  "tracks_left_out",
  "train_left_out",
  "waits_left_out",
];

// The times that go out are wanted when they come in: only exact runs keep them to the second.
const api = opened(() => startNetworkApi(NETWORK, { RUN_ACCURACY: "exact" }));
const chance = (random: Random, share: number): boolean => random() < share;
function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[wholeBetween(random, 0, items.length - 1)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** The same place in any of the forms that name it. */
function refer(random: Random, waypoint: Json): Json {
  const point = POINTS.get(waypoint["operational_point"]);
  if (point === undefined) return waypoint;
  const { id } = waypoint;
  const { identifier, sncf } = point.extensions ?? {};
  const part = pick(random, point.parts);
  const track = TRACKS.get(part.track);
  const { operational_point, ...others } = waypoint;
  const name = track?.extensions?.sncf?.track_name;
  const filters = pick(random, [
    {},
    { secondary_code: sncf?.ch ?? null },
    { track_reference: { track_id: part.track } },
    { local_track_name: name ?? null },
    { track_reference: typeof name !== "string" ? { track_id: part.track } : { track_name: name } },
  ]);
  return pick(random, [
    waypoint,
    { ...others, operational_point, ...filters },
    { id, trigram: sncf?.trigram, ...filters },
    { id, uic: identifier?.uic, ...filters },
    { id, track: part.track, offset: Math.round(part.position * 1000) },
  ]);
}

/** `plain`: nothing but places, times and stops, which every format holds. */
type Richness = "plain" | "odd";

function drawTrain(random: Random, richness: Richness): Json {
  const base: Json = pick(random, NETWORK.train_schedules);
  const path = base["path"].map((waypoint: Json) => refer(random, waypoint));
  const ids = path.map(({ id }: Json) => id);
  const schedule: Json[] = [];
  for (const [i, id] of ids.entries()) {
    const is_end = i === ids.length - 1;
    const stop_s = is_end && chance(random, 0.5) ? 0 : wholeBetween(random, 0, 90);
    const stop_for = chance(random, is_end ? 0.8 : 0.5) ? `PT${stop_s}S` : null;
    if (stop_for !== null && !(i === 0 && chance(random, 0.5))) schedule.push({ at: id, stop_for });
  }
  const twice = wholeBetween(random, 0, path.length - 1);
  if (chance(random, 0.3)) {
    const again = { ...path[twice], id: "again" };
    path.splice(twice + 1, 0, again);
    schedule.push({ at: "again", stop_for: "PT40S" });
  }
  const known = base["schedule"].filter(
    ({ at, arrival }: Json) => arrival !== null && schedule.some((point) => point["at"] === at),
  );
  for (const { at, arrival } of known) {
    const point = schedule.find((one) => one["at"] === at);
    if (point !== undefined && at !== ids[0] && chance(random, 0.3)) point["arrival"] = arrival;
  }
  const { category: _category, margins: _margins, ...plain } = base;
  const form = {
    ...plain,
    path,
    schedule,
    start_time: `${DAY}T0${wholeBetween(random, 4, 9)}:${wholeBetween(random, 10, 59)}:03Z`,
    labels: [],
    speed_limit_tag: null,
    constraint_distribution: "MARECO",
    comfort: "STANDARD",
    power_restrictions: [],
    options: {},
    initial_speed: 0,
  };
  if (richness === "plain") return form;
  const starts_at_stop = schedule.some(({ at }) => at === path[0].id);
  return {
    ...form,
    margins: pick(random, [
      { boundaries: [], values: ["7%"] },
      { boundaries: [], values: ["0%"] },
      { boundaries: [ids[1]], values: ["2min/100km", "10%"] },
    ]),
    initial_speed: starts_at_stop ? 0 : pick(random, [0, 15]),
    speed_limit_tag: pick(random, [null, base["speed_limit_tag"] ?? null, "E32C"]),
    constraint_distribution: pick(random, ["LINEAR", "MARECO", "STANDARD"]),
    comfort: pick(random, ["STANDARD", "HEATING"]),
    options: { use_electrical_profiles: chance(random, 0.7) },
    power_restrictions: pick(random, [
      [],
      [{ from: ids[0], to: ids.at(-1), value: "C1" }],
      [
        { from: ids[1], to: ids.at(-1), value: "C1" },
        { from: ids[0], to: ids[1], value: "C1" },
      ],
    ]),
    labels: pick(random, [[], ["a;b", "=c"], [" d", "", "e "]]),
    category: pick(random, [null, { main_category: "REGIONAL_TRAIN" }]),
    schedule: schedule.map((point) => ({
      ...point,
      reception_signal: point["stop_for"] === null ? "OPEN" : pick(random, ["OPEN", "STOP"]),
      locked: chance(random, 0.2),
    })),
  };
}

interface Visit {
  readonly position: string;
  readonly arrival_ms: number;
  readonly departure_ms: number;
  readonly is_stop: boolean;
}

/** Where each train is when, by start; null: one of them does not run. */
async function ride(timetable_id: number): Promise<Visit[][] | null> {
  const { text } = await api.make("GET", `/timetable/${timetable_id}/times?infra=${api.infra_id}`);
  const trains = new Map<string, Visit[]>();
  for (const row of parseCsvRecords(text)) {
    if (row["status"] !== "success") return null;
    const key = `${row["kind"]} ${row["id"]} ${row["occurrence"]}`;
    const visits = trains.get(key) ?? [];
    trains.set(key, visits);
    const { arrival = "", departure = "", position_mm: position = "", stop_s = "" } = row;
    visits.push({
      position,
      arrival_ms: Date.parse(arrival),
      departure_ms: Date.parse(departure),
      is_stop: stop_s !== "",
    });
  }
  return [...trains.values()].toSorted(
    (a, b) => (a[0]?.departure_ms ?? 0) - (b[0]?.departure_ms ?? 0),
  );
}

async function goOutAndIn(format: string, forms: Json, stock: string): Promise<Json> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  for (const [kind, list] of Object.entries(forms)) {
    await api.make("POST", `/timetable/${timetable_id}/${kind}`, list);
  }
  const query = `format=${format}&infra_id=${api.infra_id}`;
  const file = await api.make("GET", `/timetable/${timetable_id}/export?${query}`);
  const copy = (await api.make("POST", "/timetable")).json.timetable_id;
  const options = `rolling_stock_name=${stock}&start_time=${DAY}T00:00:00Z&time_window=P1D`;
  const headers = { "content-type": file.headers["content-type"] ?? "" };
  const path = `/timetable/${copy}/import?${query}&${options}`;
  const read = await api.call("POST", path, Buffer.from(file.bytes), headers);
  expect(read.status, read.text).toBe(200);
  return {
    out: JSON.parse(file.headers["x-exchange-report"] ?? "[]"),
    in: read.json.report,
    before: await ride(timetable_id),
    after: await ride(copy),
  };
}

/** Places that the format holds, without what says the same again. */
function heldBy(format: string, visits: readonly Visit[]): readonly Visit[] {
  if (format !== "gtfs") return visits;
  return visits.filter(({ is_stop }, i) => is_stop || i === 0 || i === visits.length - 1);
}

function sameTimes(format: string, before: readonly Visit[], after: readonly Visit[]): boolean {
  const held = heldBy(format, before);
  // Each time of a feed is rounded to a second.
  const least_ms = format === "gtfs" ? 2000 : 1000;
  return (
    held.length === after.length &&
    held.every(({ position, arrival_ms, departure_ms }, i) => {
      const other = after[i];
      if (other === undefined) return false;
      // A netgraph knows no wait before the first departure.
      const late_ms = i === 0 ? 0 : Math.abs(other.arrival_ms - arrival_ms);
      const leaves_ms = Math.abs(other.departure_ms - departure_ms);
      return (
        late_ms < least_ms &&
        leaves_ms < least_ms &&
        (format === "gtfs" || position === other.position)
      );
    })
  );
}

const rounds = countTries({ few: 12, many: 300 });

describe.each(["csv", "xlsx", "railml", "netex", "nge", "gtfs"])(
  "a train out and in as %s",
  (format) => {
    const asForms = (train: Json): Json =>
      format === "nge"
        ? { paced_trains: [{ ...train, paced: { time_window: "PT3H", interval: "PT1H" } }] }
        : { train_schedules: [train] };

    it.each([
      ["places, stops and times alone", "plain", 7],
      ["anything that a train has", "odd", 8],
    ] as const)(
      "runs as before with %s, or the report tells why not",
      async (_what, richness, seed) => {
        const random = makeRandom(seed);
        let same_count = 0;
        let run_count = 0;
        for (let i = 0; i < rounds; i++) {
          const train = drawTrain(random, richness);
          const { out, before, after, ...told } = await goOutAndIn(
            format,
            asForms(train),
            train["rolling_stock_name"],
          );
          if (before === null) continue;
          run_count++;
          const codes = out.map(({ code }: Json) => code);
          const is_same =
            after !== null &&
            after.length === before.length &&
            before.every((visits: Visit[], k: number) => sameTimes(format, visits, after[k]));
          if (is_same) same_count++;
          const why = JSON.stringify({ train, out, told, before, after });
          expect(is_same || codes.some((code: string) => LOSSES.includes(code)), why).toBe(true);
          expect(
            told["in"].filter(({ severity }: Json) => severity === "warning"),
            why,
          ).toEqual([]);
          if (!["nge", "gtfs"].includes(format)) {
            expect(codes, why).toEqual([]);
            expect(is_same, why).toBe(true);
          }
        }
        expect(run_count).toBeGreaterThan(rounds / 2);
        expect(same_count).toBeGreaterThan(rounds / 10);
      },
    );
  },
);
