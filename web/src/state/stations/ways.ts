/** Ways along stations, where no train's path tells them: an axis of stations or of a line, and the way back. */
import { api, ask, type Schemas } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import type { Way } from "../../graph/axis.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { tell } from "../session.ts";
import { choices, needChoices } from "../setting.ts";
import { findTrain } from "../timetable.ts";
import type { AxisChoice } from "./axis_choice.ts";
import { PROPS, wayOf } from "./described_way.ts";

type Stock = Schemas["LightRollingStock"];
type Tracks = Pick<Way, "ranges" | "length_mm">;

interface Means {
  readonly setting: Setting;
  readonly stock: Stock | null;
  readonly signal: AbortSignal;
}

/** Null: there is no such way. Throws ApiFault. */
export async function findAlong(
  choice: AxisChoice,
  setting: Setting,
  signal: AbortSignal,
): Promise<Way | null> {
  const ids = "ids" in choice ? choice.ids : await listLine(choice.id, setting, signal);
  return await describe(
    await findLegs(ids, await meansOf(choice, setting, signal)),
    setting,
    signal,
  );
}

/** The way back; null if no way leads back. Throws ApiFault. */
export async function findWayBack(
  choice: AxisChoice,
  { stations }: Way,
  setting: Setting,
  signal: AbortSignal,
): Promise<Way | null> {
  const ids = [...new Set(stations.map(({ id }) => id))].toReversed();
  if (ids.length < 2) return null;
  const means = await meansOf(choice, setting, signal);
  const chosen = "ids" in choice ? choice.ids.toReversed() : [];
  // Through all stations; if there is no such way, from end to end; else it turns where the axis does.
  const found =
    (await findBlocks(ids, means)) ??
    (await findBlocks([ids[0] ?? "", ids.at(-1) ?? ""], means)) ??
    (await findLegs(chosen, means));
  return await describe(found, setting, signal);
}

/** Ways are requested for the rolling stock of the axis's train, else for any. */
async function meansOf(choice: AxisChoice, setting: Setting, signal: AbortSignal): Promise<Means> {
  await needChoices();
  const stocks = choices.peek()?.stocks ?? [];
  const { kind } = choice;
  const train = kind === "stations" || kind === "line" ? null : findTrain(choice.id);
  const own = stocks.find(({ name }) => name === train?.rolling_stock_name);
  return { setting, stock: own ?? stocks[0] ?? null, signal };
}

async function listLine(
  line_code: number,
  { infra_id }: Setting,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { operational_points, left_out } = await ask(
    api.GET("/infra/{infra_id}/lines/{line_code}/operational_points", {
      params: { path: { infra_id, line_code } },
      signal,
    }),
  );
  const names = left_out.map(({ id, name }) => name ?? id);
  if (names.length > 0) tell("warning", TOOL_TEXTS.axis.left_out(printSome(names)));
  return operational_points.map(({ id }) => id);
}

const NAMED = 5;

function printSome(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? `${shown}, …` : shown;
}

/** One way by all of them; where none is, as at a terminal where trains turn, one way after another. */
async function findLegs(ids: readonly string[], means: Means): Promise<Tracks | null> {
  if (ids.length < 2) return null;
  const whole = await findBlocks(ids, means);
  if (whole !== null || ids.length === 2) return whole;
  const middle = ids.length >> 1;
  const first = await findLegs(ids.slice(0, middle + 1), means);
  const second = first && (await findLegs(ids.slice(middle), means));
  return (
    second && {
      ranges: [...first.ranges, ...second.ranges],
      length_mm: first.length_mm + second.length_mm,
    }
  );
}

/** Null: there is no such way, or no rolling stock to ask with. */
async function findBlocks(
  ids: readonly string[],
  { setting: { infra_id }, stock, signal }: Means,
): Promise<Tracks | null> {
  if (stock === null) return null;
  const modes = Object.entries(stock.effort_curves.modes);
  const answer = await ask(
    api.POST("/infra/{infra_id}/pathfinding/blocks", {
      params: { path: { infra_id } },
      body: {
        path_items: ids.map((id) => ({ operational_point: id })),
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
  const found = answer.status === "success" ? answer : answer.relaxed_constraints_path;
  return found ? { ranges: found.track_section_ranges, length_mm: found.length } : null;
}

/** With its stations and zones. */
async function describe(
  found: Tracks | null,
  { infra_id }: Setting,
  signal: AbortSignal,
): Promise<Way | null> {
  if (found === null) return null;
  const { ranges, length_mm } = found;
  const properties = await ask(
    api.POST("/infra/{infra_id}/path_properties", {
      params: { path: { infra_id }, query: PROPS },
      body: { track_section_ranges: [...ranges] },
      signal,
    }),
  );
  return wayOf(ranges, length_mm, properties);
}
