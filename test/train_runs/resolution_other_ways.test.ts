// Method: drawn networks so small that all ways through them can be listed, with two trains whose waypoints name tracks, so that no other track of a station helps: no way with waits on a grid is better than the answer, and what is then stored is judged by whole lists of conflicts.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { drawStageNetwork, type StageNetwork, trackOf } from "../oracle/stdcm_network.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { type Json, pick } from "./live_world.ts";
import { judgeOptimum } from "./resolution_optimum.ts";
import { judgePromise, resolve } from "./resolution_trial.ts";

const SEEDS = countTries({ few: 3, many: 60 });
const STOCK = {
  name: "short",
  length: 100,
  supported_signaling_systems: ["BAL", "TVM300", "TVM430"],
};
const START_MS = Date.UTC(2026, 2, 2, 6);
/** Of the grid. */
const STEPS = { later: 3, hold: 2, changes_max: 2, more: { routes: true } };
const WAYS_ALONE = { allow: { later: "PT0S", hold: null, routes: true }, deadline: "PT120S" };

const api = opened(startTestApi);

beforeAll(async () => {
  await api.make("POST", "/rolling_stock", validStock(STOCK));
});

interface Drawn {
  /** Tracks of each, from west to east. */
  readonly stages: readonly (readonly Track[])[];
  readonly infra_id: number;
}

interface Track {
  readonly track: string;
  readonly length: number;
}

interface Waypoint {
  readonly id: string;
  readonly track: string;
  readonly offset: number;
}

async function store(network: StageNetwork, name: string): Promise<Drawn> {
  const sent = await api.make("POST", `/infra/railjson?name=${name}`, toRailjson(network));
  const stages = network.stages.map((lengths, stage) =>
    lengths.map((length, row) => ({ track: trackOf(stage, row), length })),
  );
  return { stages, infra_id: sent.json.infra };
}

/** As clients send it: electrified, its lines shorter than the tracks. */
function toRailjson({ input }: StageNetwork): Json {
  const track_ranges = input.track_sections.map(({ id, length }) => ({
    track: id,
    begin: 0,
    end: length,
    applicable_directions: "BOTH",
  }));
  return {
    version: "3.4.12",
    ...input,
    track_sections: input.track_sections.map((one, i) => {
      const coordinates = [i, i + 1].map((x) => [x / 1e5, 49]);
      return { ...one, geo: { type: "LineString", coordinates } };
    }),
    electrifications: [{ id: "wire", voltage: "25000V", track_ranges }],
    switches: input.switches.map((one) => ({ ...one, group_change_delay: 6 })),
    routes: input.routes.map((one) => ({ ...one, release_detectors: [] })),
  };
}

function placeOn(id: string, { track, length }: Track, part: number): Waypoint {
  return { id, track, offset: Math.round(1000 * length * part) };
}

interface Run {
  readonly start_s: number;
  readonly stop_s: number;
}

/** Over tracks from west to east or back, with a stop at the one between if there is one. */
function makeForm(tracks: readonly Track[], { start_s, stop_s }: Run): Json {
  const last = tracks.length - 1;
  const isWest = tracks.at(0)?.track.startsWith("T0.") === false;
  const path = tracks.map((track, i) => {
    const part = i === 0 ? 0.2 : 0.8;
    return placeOn(`${i}`, track, isWest ? 1 - part : part);
  });
  return validTrain({
    rolling_stock_name: STOCK.name,
    start_time: new Date(START_MS + 1000 * start_s).toISOString(),
    path,
    schedule: last < 2 ? [] : [{ at: "1", stop_for: `PT${stop_s}S`, reception_signal: "STOP" }],
  });
}

function drawForm(random: Random, { stages }: Drawn, isWest: boolean): Json {
  const run = {
    start_s: 30 * wholeBetween(random, 0, 10),
    stop_s: 60 * wholeBetween(random, 1, 2),
  };
  const between = random() < 0.6 ? [pick(random, stages.slice(1, -1))] : [];
  const passed = [stages.at(0) ?? [], ...between, stages.at(-1) ?? []];
  const tracks = passed.map((own) => pick(random, own));
  return makeForm(isWest ? tracks.reverse() : tracks, run);
}

/** By every choice of tracks where there are two and no waypoint. */
function listWays({ stages }: Drawn, form: Json): Json[] {
  const path = form["path"] as readonly Waypoint[];
  const stageOf = ({ track }: Pick<Waypoint, "track">): number =>
    stages.findIndex((own) => own.some((one) => one.track === track));
  const isWest = stageOf(path[0] ?? { track: "" }) > 0;
  const named = new Set(path.map(stageOf));
  let ways: Waypoint[][] = [[]];
  for (const [stage, tracks] of stages.entries()) {
    if (tracks.length < 2 || named.has(stage)) continue;
    const vias = tracks.map((track) => placeOn(`by ${stage}`, track, 0.5));
    ways = ways.flatMap((way) => [way, ...vias.map((via) => [...way, via])]);
  }
  return ways.slice(1).map((way) => {
    const all = [...path, ...way].sort((a, b) => stageOf(a) - stageOf(b));
    return { ...form, path: isWest ? all.reverse() : all };
  });
}

async function storeTrains(forms: readonly Json[], { infra_id }: Drawn, where: string) {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const made = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, forms);
  const trains = forms.map((form, i) => ({ form, id: Number(made.json[i].id) }));
  return { trains, place: { timetable_id, query: `infra=${infra_id}`, where } };
}

const detectWhole = async (id: number, query: string): Promise<string> =>
  JSON.stringify((await api.make("GET", `/timetable/${id}/conflicts?${query}`)).json);

/** A line with two tracks in its middle. */
function drawLoop(): StageNetwork {
  for (let seed = 0; ; seed++) {
    const network = drawStageNetwork(makeRandom(seed));
    if (String(network.stages.map(({ length }) => length)) === "1,2,1") return network;
  }
}

/** First two in which the zones of the conflict can be left only by being somewhere later. */
function* listSeeds(): Generator<number> {
  yield 17;
  yield 41;
  for (let seed = 0; ; seed++) yield seed;
}

describe("trains that may run another way", () => {
  it(
    "pass one that stands on theirs, where nobody may wait",
    async () => {
      const drawn = await store(drawLoop(), "loop");
      const [[west], loop, [east]] = drawn.stages as [[Track], Track[], [Track]];
      let met = 0;
      for (const [row, stands_on] of loop.entries()) {
        const stands = makeForm([west, stands_on, east], { start_s: 0, stop_s: 1500 });
        const passes = makeForm([west, east], { start_s: 600, stop_s: 0 });
        const { place, trains } = await storeTrains([stands, passes], drawn, `row ${row}`);
        if ((await detectWhole(place.timetable_id, place.query)) === "[]") continue;
        met++;
        const { allow } = WAYS_ALONE;
        const tracks = await resolve(api, place, {
          allow: { ...allow, routes: false, tracks: true },
        });
        expect([tracks.changes, tracks.left.length > 0]).toEqual([[], true]);
        const { changes } = await resolve(api, place, WAYS_ALONE);
        const path = [
          { id: "0", track: west.track },
          { id: "way-1", track: loop[1 - row]?.track },
          { id: "1", track: east.track },
        ];
        expect(changes).toMatchObject([{ id: trains[1]?.id, train: { path } }]);
        const { solved, left } = await judgePromise({ ...api, detectWhole }, place, WAYS_ALONE);
        expect([solved > 0, left]).toEqual([true, {}]);
      }
      expect(met).toBe(1);
    },
    scaled(300_000),
  );

  it(
    "have none that is better, and keep what is promised",
    async () => {
      let varied = 0;
      for (const seed of listSeeds()) {
        if (varied === SEEDS) break;
        const random = makeRandom(seed);
        const where = `ways ${seed}`;
        const drawn = await store(drawStageNetwork(random), where);
        const forms = [false, random() < 0.5].map((isWest) => drawForm(random, drawn, isWest));
        const { place, trains } = await storeTrains(forms, drawn, where);
        if ((await detectWhole(place.timetable_id, place.query)) === "[]") continue;
        const all = trains.map((one) => ({ ...one, others: listWays(drawn, one.form) }));
        const { answer } = await judgeOptimum(api, place, all, STEPS);
        if (!JSON.stringify(answer.changes).includes('"way-1"')) continue;
        varied++;
        await judgePromise({ ...api, detectWhole }, place, { allow: { routes: true } });
      }
    },
    scaled(3_600_000),
  );
});
