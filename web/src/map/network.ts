/** The network as the map needs it: tracks as lines of the plane, stations, signals. */
import { api, ask, type Schemas } from "../api/client.ts";
import { askObjects } from "../api/station.ts";
import type { Axis } from "../graph/axis.ts";
import { nameOf } from "../state/axis_loading.ts";

export interface Track {
  readonly id: string;
  readonly length_m: number;
  /** x, y, x, y … in web Mercator units of the whole world, 0 to 1. */
  readonly points: Float64Array;
  /** Share of the line at each point. */
  readonly shares: Float64Array;
  readonly data: unknown;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly data: unknown;
}

export interface Network {
  readonly tracks: ReadonlyMap<string, Track>;
  readonly stations: readonly Place[];
  readonly signals: readonly Place[];
}

/** The tracks and stations of an axis: little, however large the network is. Throws ApiFault. */
export async function loadAlong(
  infra_id: number,
  { forward, back }: Axis,
  signal: AbortSignal,
): Promise<Network> {
  const ways = back === null ? [forward] : [forward, back];
  const track_ids = ways.flatMap(({ ranges }) => ranges.map(({ track_section }) => track_section));
  const station_ids = ways.flatMap(({ stations }) => stations.map(({ id }) => id));
  const [track_sections, operational_points] = await Promise.all([
    askObjects(infra_id, "TrackSection", [...new Set(track_ids)], signal),
    askObjects(infra_id, "OperationalPoint", [...new Set(station_ids)], signal),
  ]);
  return drawNetwork({ track_sections, operational_points, signals: [] } as unknown as Document);
}

/** A network of about 17,000 track sections; reading and drawing more takes a browser long. */
const BYTES_MAX = 32 * 2 ** 20;

/** The whole network; null: it is larger than is read unasked. Throws ApiFault. */
export async function loadNetwork(
  infra_id: number,
  is_wanted: boolean,
  signal: AbortSignal,
): Promise<Network | null> {
  const ending = new AbortController();
  signal.addEventListener("abort", () => ending.abort());
  const body = await ask(
    api.GET("/infra/{infra_id}/railjson", {
      params: { path: { infra_id } },
      parseAs: "stream",
      signal: ending.signal,
    }),
  );
  if (body === null) return null;
  const text = await readText(body, is_wanted ? Infinity : BYTES_MAX);
  // What is still on its way is not sent any more.
  if (text === null) ending.abort();
  return text === null ? null : drawNetwork(JSON.parse(text) as Document);
}

/** Null: it is longer. */
async function readText(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  bytes_max: number,
): Promise<string | null> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return texts.join("");
    bytes += value.length;
    if (bytes > bytes_max) return null;
    texts.push(decoder.decode(value, { stream: true }));
  }
}

type Document = Pick<
  Schemas["RailjsonDocument"],
  "track_sections" | "operational_points" | "signals"
>;

export function drawNetwork({ track_sections, operational_points, signals }: Document): Network {
  const tracks = new Map<string, Track>();
  for (const section of track_sections) {
    const { coordinates } = section.geo;
    if (coordinates.length < 2) continue;
    const points = Float64Array.from(
      coordinates.flatMap(([lon = 0, lat = 0]) => project(lon, lat)),
    );
    const { id, length: length_m } = section;
    tracks.set(id, { id, length_m, points, shares: measure(points), data: section });
  }
  const stations = operational_points.flatMap((point): Place[] => {
    const part = point.parts[0];
    const spot = part === undefined ? null : placeOn(tracks.get(part.track), part.position);
    return spot === null ? [] : [{ id: point.id, name: nameOf(point), ...spot, data: point }];
  });
  const placed = signals.flatMap((signal): Place[] => {
    const spot = placeOn(tracks.get(signal.track), signal.position);
    return spot === null ? [] : [{ id: signal.id, name: signal.id, ...spot, data: signal }];
  });
  return { tracks, stations, signals: placed };
}

/** Web Mercator; y grows to the south. */
export function project(lon: number, lat: number): [number, number] {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [(lon + 180) / 360, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

/** Length up to each point, as a share of the whole. */
function measure(points: Float64Array): Float64Array {
  const shares = new Float64Array(points.length / 2);
  for (let i = 1; i < shares.length; i++) {
    const dx = (points[2 * i] ?? 0) - (points[2 * i - 2] ?? 0);
    const dy = (points[2 * i + 1] ?? 0) - (points[2 * i - 1] ?? 0);
    shares[i] = (shares[i - 1] ?? 0) + Math.hypot(dx, dy);
  }
  const whole = shares.at(-1) ?? 0;
  return whole === 0 ? shares : shares.map((value) => value / whole);
}

/** The point of a track at a distance from its start; null: no such track. */
export function placeOn(
  track: Track | undefined,
  position_m: number,
): { readonly x: number; readonly y: number } | null {
  if (track === undefined) return null;
  const share = Math.min(1, Math.max(0, position_m / track.length_m));
  const { points, shares } = track;
  let i = 1;
  while (i < shares.length - 1 && (shares[i] ?? 1) < share) i++;
  const [s0 = 0, s1 = 0] = [shares[i - 1], shares[i]];
  const part = s1 === s0 ? 0 : (share - s0) / (s1 - s0);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(2 * i - 2, 2 * i + 2);
  return { x: x0 + part * (x1 - x0), y: y0 + part * (y1 - y0) };
}

/** The part of a track between two distances, as points of the plane. */
export function cutTrack(track: Track, from_m: number, to_m: number): number[] {
  const [from, to] = [placeOn(track, from_m), placeOn(track, to_m)];
  if (from === null || to === null) return [];
  const inner: number[] = [];
  for (const [i, share] of track.shares.entries()) {
    const at_m = share * track.length_m;
    if (at_m > from_m && at_m < to_m) {
      inner.push(track.points[2 * i] ?? 0, track.points[2 * i + 1] ?? 0);
    }
  }
  return [from.x, from.y, ...inner, to.x, to.y];
}
