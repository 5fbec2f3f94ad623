/**
 * Random histories of edits over HTTP, on a network and on clones of it, against a fresh import of what comes out: the
 * same objects, faults, rows of the search, tags, tiles, paths and compiled network. Tiles are looked at along the way, so
 * that what is kept of them is from before.
 */
import { expect } from "vitest";
import { pruneContents } from "../../src/network/infra/content.queries.ts";
import { makeShare } from "../../src/platform/queues/fair_queue.ts";
import { MAP_LAYERS } from "../../src/railway/map_layers.ts";
import { indexObjects, NetworkEdit } from "../../workers/railjson/edit/network_objects.ts";
import type { TestApi } from "../helpers/api.ts";
import { tileAt } from "../helpers/tiles.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";
import { drawOperation, seededRandom } from "../workers/railjson/edit/damage.ts";
import { drawGentleEdit } from "../workers/railjson/edit/gentle_edits.ts";

const STEPS = 6;
const TRAINS = 10;

/** One history; throws where the edited network and the fresh one differ. */
export async function compareHistory(api: TestApi, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const first = (await api.make("POST", "/infra/railjson?name=edited", TINY_RAILJSON)).json.infra;
  const networks: number[] = [first];
  for (let step = 0; step < STEPS; step++) {
    const infra = networks[Math.floor(random() * networks.length)] ?? first;
    const dice = random();
    if (dice < 0.15) {
      networks.push((await api.make("POST", `/infra/${infra}/clone?name=clone`)).json);
    } else if (dice < 0.35) await splitAny(api, infra, random);
    else await editAny(api, infra, random);
    if (dice > 0.9) await pruneContents(api.services.db, -1, {});
    if (dice > 0.5) await readTiles(api, infra);
  }
  for (const infra of networks) {
    const found = await describeNetwork(api, infra);
    const imported = await api.make("POST", "/infra/railjson?name=fresh", found["railjson"]);
    const fresh = await describeNetwork(api, imported.json.infra);
    expect(found, `seed ${seed}`).toEqual(fresh);
    for (const id of [infra, imported.json.infra]) await api.make("DELETE", `/infra/${id}`);
  }
}

async function editAny(api: TestApi, infra: number, random: () => number): Promise<void> {
  const { json } = await api.make("GET", `/infra/${infra}/railjson`);
  const edit = new NetworkEdit(indexObjects(json));
  const draw = random() < 0.4 ? drawOperation : drawGentleEdit;
  const drawn = Array.from({ length: 1 + Math.floor(random() * 4) }, () => draw(edit, random))
    .flat()
    .filter((operation) => operation !== null);
  // Two that were drawn of the same objects may exclude each other: then nothing changes.
  const { status } = await api.call("POST", `/infra/${infra}`, drawn);
  expect([200, 400, 404, 409]).toContain(status);
}

async function splitAny(api: TestApi, infra: number, random: () => number): Promise<void> {
  const { json } = await api.make("GET", `/infra/${infra}/railjson`);
  const tracks: readonly { id: string; length: number }[] = json.track_sections;
  const track = tracks[Math.floor(random() * tracks.length)];
  if (track === undefined) return;
  const offset = Math.ceil(random() * track.length * 1000) - 1;
  const body = { track: track.id, offset };
  const { status } = await api.call("POST", `/infra/${infra}/split_track_section`, body);
  expect([200, 400]).toContain(status);
}

/** All that can be read of a network, without its own ids. */
async function describeNetwork(api: TestApi, infra: number): Promise<Record<string, unknown>> {
  const read = async (tail: string): Promise<unknown> =>
    (await api.make("GET", `/infra/${infra}/${tail}`)).json;
  const search = async (object: string): Promise<unknown[]> => {
    const query = ["=", ["infra_id"], infra];
    const { json } = await api.make("POST", "/search?page_size=100", { object, query });
    return json.map((row: Record<string, unknown>) => ({ ...row, infra_id: 0 }));
  };
  const loaded = await api.make("POST", `/infra/${infra}/load`);
  const row = await api.services.db.run<{ content_id: number }>(
    "select content_id from infra where id = $1",
    [infra],
  );
  return {
    loaded: loaded.status,
    railjson: await read("railjson"),
    errors: (await api.make("GET", `/infra/${infra}/errors?page_size=100`)).json,
    speed_limit_tags: await read("speed_limit_tags"),
    voltages: await read("voltages"),
    switch_types: await read("switch_types"),
    fixes: await read("auto_fixes"),
    state: (await api.make("GET", `/infra/${infra}`)).json.state,
    points: await search("operationalpoint"),
    signals: await search("signal"),
    lines: await search("track"),
    tiles: await readTiles(api, infra),
    paths: await findPaths(api, infra),
    compiled: await readDigest(api, row[0]?.content_id ?? 0),
  };
}

/** The network's middle, in all layers. */
async function readTiles(api: TestApi, infra: number): Promise<Record<string, string>> {
  const { z, x, y } = tileAt([0.003, 49], 12);
  const tiles: Record<string, string> = {};
  for (const layer of Object.keys(MAP_LAYERS)) {
    const path = `/layers/tile/${layer}/geo/${z}/${x}/${y}/?infra=${infra}`;
    tiles[layer] = Buffer.from((await api.call("GET", path)).bytes).toString("base64");
  }
  return tiles;
}

/** Of ten trains between any two of its tracks. */
async function findPaths(api: TestApi, infra: number): Promise<unknown[]> {
  const { json } = await api.make("GET", `/infra/${infra}/railjson`);
  const tracks: readonly { id: string; length: number }[] = json.track_sections;
  const found: unknown[] = [];
  for (let train = 0; train < TRAINS; train++) {
    const places = [train, train * 3 + 1].flatMap((n) => {
      const track = tracks[n % Math.max(1, tracks.length)];
      return track === undefined
        ? []
        : [{ track: track.id, offset: Math.floor(track.length * 90 * (train + 1)) }];
    });
    if (places.length < 2) break;
    const body = { ...validPathfinding(), path_items: places };
    const path = await api.call("POST", `/infra/${infra}/pathfinding/blocks`, body);
    // A fault names the infrastructure.
    found.push(path.text.replaceAll(`'${infra}'`, "it").replaceAll(`"infra_id":${infra},`, ""));
  }
  return found;
}

/** Of the compiled network's bytes; its faults when it does not compile. */
async function readDigest(api: TestApi, content_id: number): Promise<unknown> {
  const signal = new AbortController().signal;
  const share = makeShare(null);
  const loaded = await api.services.infras.get(content_id, { signal, share });
  return loaded?.kind === "compiled" ? loaded.infra.digest : loaded?.faults;
}
