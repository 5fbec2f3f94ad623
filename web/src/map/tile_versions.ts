/**
 * Which tiles an edit leaves as they are. A tile's address names what its layer is drawn from, so with every edit all
 * tiles of a layer have others; one that no change since it came meets is asked for under the address that it came
 * from, which the browser keeps for ever. Nothing depends on that: the server answers an older address with the newest tile.
 */
import type { Schemas } from "../api/client.ts";

type NetworkChange = NonNullable<Schemas["ChangedInfra"]["change"]>;

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** In degrees. */
export type Corners = NonNullable<NetworkChange["box"]>;

/** Tiles whose addresses are remembered; a forgotten one is asked for anew. */
const TILES_MAX = 20_000;
/** Lines go a sixteenth of a tile beyond its edge. */
const EDGE = 0.07;
/** The event of an edit may come later than its answer. */
const PATIENCE_MS = 1_000;

interface Step {
  /** In the addresses from then on. */
  readonly version: string;
  /** Around what is different from the step before; null: it may be anything. */
  readonly box: Corners | null;
}

/** Of one network. */
let network_id: number | null = null;
/** By version of the network; null: all may be different. */
let changes = new Map<string, NetworkChange | null>();
/** By layer, the newest last. */
let steps = new Map<string, Step[]>();
/** By layer and place: the version of the step that a tile came with. */
let came_with = new Map<string, string>();
let told_version: string | null = null;
const waiting: (() => void)[] = [];

function follow(infra_id: number): void {
  if (infra_id === network_id) return;
  network_id = infra_id;
  changes = new Map();
  steps = new Map();
  came_with = new Map();
  told_version = null;
}

/** An `infra` event, as it came. */
export function noteChange(infra_id: number, data: string): void {
  const { version, change, state }: Schemas["ChangedInfra"] = JSON.parse(data);
  if (infra_id !== network_id || state !== undefined || changes.has(version)) return;
  changes.set(version, change ?? null);
  for (const wake of waiting.splice(0)) wake();
}

/** Waits until what makes this version is known, for a moment at most. */
export async function awaitChanges(infra_id: number, version: string): Promise<void> {
  follow(infra_id);
  if (told_version === null) return;
  const end_ms = performance.now() + PATIENCE_MS;
  while (listBetween(told_version, version) === null) {
    const rest_ms = end_ms - performance.now();
    if (rest_ms <= 0 || infra_id !== network_id) return;
    await new Promise<void>((wake) => {
      waiting.push(wake);
      setTimeout(wake, rest_ms);
    });
  }
}

/** What the layers are drawn from at a version of the network. */
export function noteLayers(
  infra_id: number,
  version: string,
  tiles: Readonly<Record<string, string>>,
): void {
  follow(infra_id);
  const between = told_version === null ? null : listBetween(told_version, version);
  for (const [layer, address] of Object.entries(tiles)) {
    const own = readVersion(address);
    const known = steps.get(layer) ?? [];
    if (known.at(-1)?.version === own) continue;
    const boxes = between?.map((change) => boxOf(layer, change)) ?? null;
    steps.set(layer, [...known, { version: own, box: joinBoxes(boxes) }]);
  }
  told_version = version;
}

/** The address to ask for a tile under. */
export function addressOfTile(address: string): string {
  const found = /\/layers\/tile\/(\w+)\/\w+\/(\d+)\/(\d+)\/(\d+)\/\?.*\bv=([^&]+)/.exec(address);
  const [, layer = "", z, x, y, asked = ""] = found ?? [];
  const known = steps.get(layer) ?? [];
  if (known.at(-1)?.version !== asked) return address;
  const key = `${layer}/${z}/${x}/${y}`;
  const came = came_with.get(key);
  const since = known.findIndex(({ version }) => version === came);
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  const is_kept =
    since >= 0 && known.slice(since + 1).every(({ box }) => box !== null && !isTouched(tile, box));
  if (is_kept && came !== undefined) return address.replace(`v=${asked}`, `v=${came}`);
  if (came_with.size >= TILES_MAX) came_with.clear();
  came_with.set(key, asked);
  return address;
}

/** The changes after one version up to another; null: one of them is not known, or may be anything. */
function listBetween(from: string, to: string): NetworkChange[] | null {
  const [first, last] = [Number(from), Number(to)];
  if (!(last >= first && last - first <= changes.size)) return null;
  const between: NetworkChange[] = [];
  for (let version = first + 1; version <= last; version++) {
    const change = changes.get(String(version));
    if (change === undefined || change === null) return null;
    between.push(change);
  }
  return between;
}

/** An empty list: nothing of it is on the map. */
function boxOf(layer: string, { types, box, wider_box }: NetworkChange): Corners | null | "none" {
  const follows = layer === "errors" || layer === "routes" || types.includes("SwitchType");
  return follows ? wider_box : (box ?? "none");
}

function joinBoxes(boxes: readonly (Corners | null | "none")[] | null): Corners | null {
  if (boxes === null || boxes.includes(null)) return null;
  const points = boxes.flatMap((box) => (box === null || box === "none" ? [] : box));
  const [lons, lats] = [points.map(([lon = 0]) => lon), points.map(([, lat = 0]) => lat)];
  return [
    [Math.min(...lons), Math.min(...lats)],
    [Math.max(...lons), Math.max(...lats)],
  ];
}

function readVersion(address: string): string {
  return /\bv=([^&]+)/.exec(address)?.[1] ?? "";
}

/** Whether a box meets a tile, with what is drawn beyond its edge. */
export function isTouched({ z, x, y }: Tile, [south_west, north_east]: Corners): boolean {
  const [west = 0, south = 0] = south_west ?? [];
  const [east = 0, north = 0] = north_east ?? [];
  const size = 2 ** z;
  const left = placeOfLon(west) * size - x;
  const right = placeOfLon(east) * size - x;
  const top = placeOfLat(north) * size - y;
  const bottom = placeOfLat(south) * size - y;
  return right >= -EDGE && left <= 1 + EDGE && bottom >= -EDGE && top <= 1 + EDGE;
}

/** From 0 in the west to 1 in the east. */
function placeOfLon(lon: number): number {
  return (lon + 180) / 360;
}

/** From 0 in the north to 1 in the south, as tiles are numbered. */
function placeOfLat(lat: number): number {
  const angle = (Math.min(Math.max(lat, -85.0511), 85.0511) * Math.PI) / 180;
  return (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2;
}
