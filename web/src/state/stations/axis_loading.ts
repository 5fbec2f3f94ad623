/** Asks for the ways of an axis: a train's path or the way between two stations, and the way back. */
import { api, ask, type Schemas } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import type { Station, Way } from "../../graph/axis.ts";
import { choices, needChoices } from "../setting.ts";
import { findTrain } from "../timetable.ts";

type Success = Extract<Schemas["PathfindingResult"], { status: "success" }>;
type Found = Pick<Success, "track_section_ranges" | "length">;
type Waypoint = Schemas["PathfindingRequest"]["path_items"][number];
type Stock = Schemas["LightRollingStock"];

/** `train_schedule:9`, `paced_train:70`, or `stations:<id>:<id>…` in order; an id may contain escaped colons. */
export type AxisChoice =
  | { readonly kind: "train_schedule" | "paced_train"; readonly id: number }
  | { readonly kind: "stations"; readonly ids: readonly string[] };

export function readAxisChoice(text: string): AxisChoice | null {
  const [kind, ...ids] = text.split(":").map(decodeURIComponent);
  if (kind === "stations") return { kind, ids };
  if (kind !== "train_schedule" && kind !== "paced_train") return null;
  return { kind, id: Number(ids[0]) };
}

export function printAxisChoice(choice: AxisChoice): string {
  const named = choice.kind === "stations" ? choice.ids : [choice.id];
  return [choice.kind, ...named.map(encodeURIComponent)].join(":");
}

/** The tracks of a way: enough to place trains on it. */
export type WayTracks = Pick<Way, "ranges" | "length_mm">;

/** A choice that has a path. */
export interface FoundAxis {
  readonly choice: AxisChoice;
  readonly tracks: WayTracks;
}

/** The tracks of an axis; null if there is no path. Throws ApiFault. */
export async function findAxis(
  choice: AxisChoice,
  setting: Setting,
  signal: AbortSignal,
): Promise<WayTracks | null> {
  // A train's own path needs no rolling stock.
  if (choice.kind === "stations") await needChoices();
  return wayOf(await findForward(choice, setting, { stock: stockOf(choice), signal }));
}

/** The tracks of the way back; null if no way leads back. Throws ApiFault. */
export async function findWayBack(
  choice: AxisChoice,
  forward: Way,
  setting: Setting,
  signal: AbortSignal,
): Promise<WayTracks | null> {
  await needChoices();
  return wayOf(await findBack(forward, setting, { stock: stockOf(choice), signal }));
}

function wayOf(found: Found | null): WayTracks | null {
  return found && { ranges: found.track_section_ranges, length_mm: found.length };
}

/** Ways back are requested for the rolling stock of the axis's train, else for any. */
function stockOf(choice: AxisChoice): Stock | null {
  const stocks = choices.peek()?.stocks ?? [];
  const train = choice.kind === "stations" ? null : findTrain(choice.id);
  return stocks.find(({ name }) => name === train?.rolling_stock_name) ?? stocks[0] ?? null;
}

interface Means {
  readonly stock: Stock | null;
  readonly signal: AbortSignal;
}

async function findForward(
  choice: AxisChoice,
  { infra_id }: Setting,
  { stock, signal }: Means,
): Promise<Found | null> {
  if (choice.kind === "stations") {
    const items = choice.ids.map((id) => ({ operational_point: id }));
    return await findBlocks(infra_id, items, { stock, signal });
  }
  const query = { infra: infra_id };
  const answer =
    choice.kind === "train_schedule"
      ? await ask(
          api.GET("/train_schedule/{train_schedule_id}/path", {
            params: { path: { train_schedule_id: choice.id }, query },
            signal,
          }),
        )
      : await ask(
          api.GET("/paced_train/{paced_train_id}/path", {
            params: { path: { paced_train_id: choice.id }, query },
            signal,
          }),
        );
  return answer.status === "success" ? answer : null;
}

async function findBack(
  { stations }: Way,
  { infra_id }: Setting,
  means: Means,
): Promise<Found | null> {
  const ids = [...new Set(stations.map(({ id }) => id))].toReversed();
  if (ids.length < 2) return null;
  const [first = "", last = ""] = [ids[0], ids.at(-1)];
  const items = ids.map((id) => ({ operational_point: id }));
  // Through all stations; if there is no such way, from end to end.
  return (
    (await findBlocks(infra_id, items, means)) ??
    (await findBlocks(infra_id, [{ operational_point: first }, { operational_point: last }], means))
  );
}

/** Null: there is no such way, or no rolling stock to ask with. */
async function findBlocks(
  infra_id: number,
  path_items: Waypoint[],
  { stock, signal }: Means,
): Promise<Found | null> {
  if (stock === null) return null;
  const modes = Object.entries(stock.effort_curves.modes);
  const found = await ask(
    api.POST("/infra/{infra_id}/pathfinding/blocks", {
      params: { path: { infra_id } },
      body: {
        path_items,
        rolling_stock_is_thermal: modes.some(([, { is_electric }]) => !is_electric),
        rolling_stock_loading_gauge: stock.loading_gauge,
        rolling_stock_supported_electrifications: modes
          .filter(([, { is_electric }]) => is_electric)
          .map(([mode]) => mode),
        rolling_stock_supported_signaling_systems: stock.supported_signaling_systems,
        rolling_stock_maximum_speed: stock.max_speed,
        rolling_stock_length: stock.length,
      },
      signal,
    }),
  );
  // An axis needs the tracks alone: one where this stock can't run will do for trains that can.
  return found.status === "success" ? found : (found.relaxed_constraints_path ?? null);
}

/** A way with its stations and zones. Throws ApiFault. */
export async function describeWay(
  { ranges, length_mm }: WayTracks,
  { infra_id }: Setting,
  signal: AbortSignal,
): Promise<Way> {
  const { operational_points = [], zones } = await ask(
    api.POST("/infra/{infra_id}/path_properties", {
      params: { path: { infra_id }, query: { "props[]": ["operational_points", "zones"] } },
      body: { track_section_ranges: [...ranges] },
      signal,
    }),
  );
  const bounds = [0, ...(zones?.boundaries ?? []), length_mm];
  return {
    ranges,
    length_mm,
    stations: listStations(operational_points),
    zones: (zones?.values ?? []).map((zone, i) => ({
      zone,
      from_mm: bounds[i] ?? 0,
      to_mm: bounds[i + 1] ?? length_mm,
    })),
  };
}

/** A station with several parts is listed once, at its first part. */
export function listStations(points: readonly { id: string; position: number }[]): Station[] {
  const found = new Map<string, Station>();
  for (const point of points) {
    if (found.has(point.id)) continue;
    const { id, position: position_mm } = point;
    found.set(id, { id, name: nameOf(point), position_mm, codes: listCodes(point) });
  }
  return [...found.values()];
}

/** RailJSON keeps names and codes in extensions, which the API document leaves open. */
interface Extended {
  readonly extensions?: {
    readonly identifier?: { readonly name?: unknown; readonly uic?: unknown };
    readonly sncf?: { readonly trigram?: unknown };
  } | null;
}

export function nameOf(point: { readonly id: string }): string {
  const name = (point as Extended).extensions?.identifier?.name;
  return typeof name === "string" && name !== "" ? name : point.id;
}

function listCodes(point: { readonly id: string }): string[] {
  const { identifier, sncf } = (point as Extended).extensions ?? {};
  const codes = [sncf?.trigram, identifier?.uic];
  return codes.flatMap((code) =>
    typeof code === "string" || typeof code === "number" ? [String(code)] : [],
  );
}
