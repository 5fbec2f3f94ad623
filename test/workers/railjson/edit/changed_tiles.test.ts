// Method: random histories of edits; every tile of every layer, as an independent decoder reads it, before and after each: those that have become others lie in the box that the edit's event tells.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../../bench/network/options.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { MAP_LAYERS, type MapLayerName } from "../../../../src/railway/map_layers.ts";
import { drawFeatures } from "../../../../workers/map/draw_features.ts";
import { packLayer } from "../../../../workers/map/pack_layer.ts";
import { checkNetwork } from "../../../../workers/railjson/checks/check_network.ts";
import { describeEdit } from "../../../../workers/railjson/edit/describe_edit.ts";
import { NetworkModel } from "../../../../workers/railjson/edit/network_model.ts";
import { NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import { applyOperations, checkOperations } from "../../../../workers/railjson/edit/operations.ts";
import { changeModel } from "../../../../workers/railjson/edit/recheck.ts";
import { printFault } from "../../../../workers/railjson/infra_error.ts";
import type { RailjsonDocument } from "../../../../workers/railjson/schemas.ts";
import { cutTile } from "../../../../workers/tasks/map/cut_tile.ts";
import { decodeTile } from "../../../helpers/tiles.ts";
import { TINY_RAILJSON } from "../../../helpers/tiny_railjson.ts";
import { countTries } from "../../../helpers/tried.ts";
import { drawOperation, seededRandom } from "./damage.ts";
import { drawGentleEdit } from "./gentle_edits.ts";

const SEEDS = countTries({ few: 6, many: 100 });
const STEPS = 8;
/** Of an overview, of the network as a whole, and from near. */
const ZOOMS = [5, 9, 12, 14];

// Both are valid, which their own tests show.
const TINY = TINY_RAILJSON as unknown as RailjsonDocument;
const GENERATED = JSON.parse(
  JSON.stringify(generateNetwork(TINY_OPTIONS).railjson),
) as RailjsonDocument;

const LAYERS = Object.keys(MAP_LAYERS) as MapLayerName[];

type Corner = readonly [lon: number, lat: number];
type Corners = readonly [Corner, Corner];

const columnOf = (lon: number, z: number): number => ((lon + 180) / 360) * 2 ** z;
const rowOf = (lat: number, z: number): number =>
  ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;

/** What each tile that holds something shows: by layer and place. */
function readAll(model: NetworkModel): Map<string, string> {
  const document = model.toDocument();
  const checked = checkNetwork(document);
  if (!checked.ok) throw new Error(checked.error);
  const faults = checked.value.map((fault) => JSON.parse(printFault(fault)));
  const tiles = new Map<string, string>();
  const places = listPlaces(document);
  for (const name of LAYERS) {
    const layer = packLayer(drawFeatures(name, { document, faults }));
    for (const tile of places) {
      if (tile.z < MAP_LAYERS[name].zoom_min) continue;
      const { bytes } = cutTile({ name, layer, tile });
      if (bytes.length === 0) continue;
      const shown = decodeTile(bytes).features.map((feature) => JSON.stringify(feature));
      tiles.set(`${name}/${tile.z}/${tile.x}/${tile.y}`, shown.sort().join("\n"));
    }
  }
  return tiles;
}

function listPlaces({ track_sections }: RailjsonDocument): { z: number; x: number; y: number }[] {
  const keys = new Set<string>();
  for (const z of ZOOMS) {
    for (const { geo } of track_sections) {
      for (const [lon = 0, lat = 0] of geo.coordinates) {
        keys.add(`${z}/${Math.floor(columnOf(lon, z))}/${Math.floor(rowOf(lat, z))}`);
      }
    }
  }
  return [...keys].map((key) => {
    const [z = 0, x = 0, y = 0] = key.split("/").map(Number);
    return { z, x, y };
  });
}

function isTold(key: string, box: Corners | null): boolean {
  const [, z = 0, x = 0, y = 0] = key.split("/").map(Number);
  if (box === null) return false;
  const [[west, south], [east, north]] = box;
  // What is drawn beyond a tile's edge, and a unit for the rounding of places on lines.
  const near = 257 / 4096;
  return (
    columnOf(east, z) >= x - near &&
    columnOf(west, z) <= x + 1 + near &&
    rowOf(south, z) >= y - near &&
    rowOf(north, z) <= y + 1 + near
  );
}

function editAtRandom(document: RailjsonDocument, seed: number): number {
  const random = seededRandom(seed);
  const model = new NetworkModel(document);
  let before = readAll(model);
  let count = 0;
  for (let step = 0; step < STEPS; step++) {
    const edit = new NetworkEdit(model.objects);
    const drawn = random() < 0.2 ? drawOperation(edit, random) : drawGentleEdit(edit, random);
    const read = checkOperations(drawn === null ? [] : [drawn].flat());
    if (read.ok) applyOperations(edit, read.value);
    const changes = edit.listChanges();
    const stored = describeEdit(model, changes, () => changeModel(model, changes));
    if (!stored.ok) throw new Error(stored.error);
    const told: { types: string[]; box: Corners | null; wider_box: Corners | null } = JSON.parse(
      stored.value.change,
    );
    const after = readAll(model);
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(key) === after.get(key)) continue;
      count++;
      const [layer = ""] = key.split("/");
      const follows = layer === "errors" || layer === "routes" || told.types.includes("SwitchType");
      const box = follows ? told.wider_box : told.box;
      const context = `seed ${seed}, step ${step}, ${key}, ${JSON.stringify([drawn, told])}`;
      expect(follows && box === null ? true : isTold(key, box), context).toBe(true);
    }
    before = after;
  }
  return count;
}

describe("tiles that an edit has made others", () => {
  it.each([
    ["the tiny network", TINY],
    ["a generated network", GENERATED],
  ])("lie in the box that its event tells: %s", (_, document) => {
    let count = 0;
    for (let seed = 0; seed < SEEDS; seed++) count += editAtRandom(document, seed);
    expect(count).toBeGreaterThan(0);
  });
});
