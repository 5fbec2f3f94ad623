// Method: networks and netgraphs of other formats, our own small ones and other people's, go in over HTTP; a train runs on the longest path between the ends of the rails, and a netgraph's own train on a line of its stations.
import { beforeAll, describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import type { RailjsonDocument } from "../../workers/railjson/schemas.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { validPathfinding, validTrain } from "../platform/http/rules/valid_forms.ts";
import { type AnyJson, encode, makeNetgraph } from "../workers/exchange/nge_files.ts";
import { EXTRACT, lineOf, printOsm, writePbf } from "../workers/exchange/osm_files.ts";
import { RAILML2, RAILML3 } from "../workers/exchange/railml_files.ts";
import { HAS_SAMPLES, readSample } from "../workers/exchange/samples.ts";

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).every(({ is_electric }) => !is_electric),
)!;
const BYTES = { "content-type": "application/octet-stream" };
/** Between ends of the rails that are asked for: samples have up to 21 ends. */
const PAIRS_MAX = 500;

const api = opened(startTestApi);
let timetable_id: number;
beforeAll(async () => {
  await api.make("POST", "/rolling_stock", DIESEL);
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
});

interface Spot {
  readonly track: string;
  readonly offset: number;
}

async function importNetwork(format: string, bytes: Uint8Array): Promise<number> {
  const path = `/infra/import?format=${format}&name=sample`;
  const { status, json, text } = await api.call("POST", path, bytes, BYTES);
  expect(status, text).toBe(201);
  expect(json.report.length).toBeGreaterThan(0);
  return json.infra;
}

/** The two ends of the rails that are farthest from each other on a path. */
async function findLongest(infra: number): Promise<readonly [Spot, Spot]> {
  const { json } = await api.call("GET", `/infra/${infra}/railjson`);
  const ends = (json as RailjsonDocument).buffer_stops.map(({ track, position }) => ({
    track,
    offset: Math.round(position * 1000),
  }));
  const pairs = ends.flatMap((from) =>
    ends.flatMap((to): (readonly [Spot, Spot])[] => (to === from ? [] : [[from, to]])),
  );
  expect(pairs.length).toBeLessThan(PAIRS_MAX);
  let longest: { pair: readonly [Spot, Spot]; length: number } | null = null;
  for (const pair of pairs) {
    const wanted = validPathfinding({ path_items: pair });
    const found = await api.call("POST", `/infra/${infra}/pathfinding/blocks`, wanted);
    expect(found.status, found.text).toBe(200);
    if (found.json.status !== "success" || found.json.length <= (longest?.length ?? 0)) continue;
    longest = { pair, length: found.json.length };
  }
  if (longest === null) throw new Error("no path between any two ends");
  return longest.pair;
}

async function runTrain(infra: number, spots: readonly Spot[]): Promise<AnyJson> {
  const train = validTrain({
    rolling_stock_name: DIESEL.name,
    path: spots.map((spot, i) => ({ id: `p${i}`, ...spot })),
    schedule: [],
    speed_limit_tag: null,
  });
  const path = `/timetable/${timetable_id}/train_schedules`;
  const [made] = (await api.make("POST", path, [train])).json;
  const run = await api.call("GET", `/train_schedule/${made.id}/simulation?infra=${infra}`);
  expect(run.status, run.text).toBe(200);
  return run.json;
}

async function expectRun(format: string, bytes: Uint8Array): Promise<void> {
  const infra = await importNetwork(format, bytes);
  const errors = await api.call("GET", `/infra/${infra}/errors`);
  expect(errors.json.results).toEqual([]);
  const { status, final_output } = await runTrain(infra, await findLongest(infra));
  expect(status).toBe("success");
  expect(final_output.times.at(-1)).toBeGreaterThan(0);
}

/** Imports a netgraph on a line of one trainrun's stations, in their order, and runs its trains there. */
async function expectNetgraphRun(graph: AnyJson): Promise<void> {
  const { form, names } = await readLongestRun(graph);
  const infra = await importNetwork("osm", encode(printOsm(lineOf(names))));
  const own = (await api.make("POST", "/timetable")).json.timetable_id;
  const query = `format=nge&infra_id=${infra}&rolling_stock_name=${encodeURIComponent(DIESEL.name)}`;
  const path = `/timetable/${own}/import?${query}`;
  const made = await api.call("POST", path, encode(graph), BYTES);
  expect(made.status, made.text).toBe(200);
  const id = made.json.paced_train_ids[form];
  const run = await api.call("GET", `/paced_train/${id}/simulation?infra=${infra}`);
  expect(run.status, run.text).toBe(200);
  expect(run.json.status, JSON.stringify(run.json).slice(0, 300)).toBe("success");
}

/** Which of the paced trains that the netgraph becomes has most places, and the names of these. */
async function readLongestRun(graph: AnyJson): Promise<{ form: number; names: string[] }> {
  const own = (await api.make("POST", "/timetable")).json.timetable_id;
  const path = `/timetable/${own}/import?format=nge&rolling_stock_name=x`;
  const made = await api.call("POST", path, encode(graph), BYTES);
  expect(made.status, made.text).toBe(200);
  const { paced_trains } = (await api.call("GET", `/timetable/${own}/export`)).json;
  const paths: string[][] = paced_trains.map((train: AnyJson) =>
    train.path.map((one: AnyJson) => one.trigram),
  );
  const form = paths.reduce((best, one, i) => (one.length > paths[best]!.length ? i : best), 0);
  return { form, names: paths[form] ?? [] };
}

describe("a train runs over what was imported", () => {
  it.each([
    ["railml", "railML 2", encode(RAILML2)],
    ["railml", "railML 3", encode(RAILML3)],
    ["osm", "OpenStreetMap as XML", encode(printOsm(EXTRACT))],
    ["osm", "OpenStreetMap as PBF", writePbf(EXTRACT, { is_dense: true, is_zipped: true })],
  ])("as %s: %s", async (format, _title, bytes) => {
    await expectRun(format, bytes);
  });

  it("as a netgraph", async () => {
    await expectNetgraphRun(makeNetgraph());
  });
});

describe.skipIf(!HAS_SAMPLES)("a train runs over other people's samples", () => {
  it.each([
    ["railml", "railML_SimpleExample_v11_railML2-3_01.xml"],
    ["railml", "railML_SimpleExample_v11_railML2-4_01.xml"],
    ["railml", "railML_SimpleExample_v11_railML3-1_04.xml"],
    ["railml", "eidsvoll.railml"],
    ["railml", "twotrack.railml"],
    ["railml", "threetrack.railml"],
    ["railml", "railml_tutorial.xml"],
    ["railml", "railml_tutorial_tracks.railml"],
    ["osm", "minimal_rail.osm.pbf"],
    ["osm", "switches.osm.pbf"],
    ["osm", "signals.osm.pbf"],
    ["osm", "signal_at_end_of_line.osm.pbf"],
    ["osm", "station.osm.pbf"],
    ["osm", "routes.osm.pbf"],
  ])("%s %s", async (format, name) => {
    await expectRun(format, readSample(name));
  });

  it.each(["nge_Demo_OL_LZ.json", "nge_netzgrafik_demo_standalone_github.json"])(
    "nge %s",
    async (name) => {
      await expectNetgraphRun(JSON.parse(new TextDecoder().decode(readSample(name))));
    },
  );
});
