/** A short term request on the demo's own timetable: a freight train over the whole main line, in the morning. */
import { STOCK_NAMES } from "../network/rolling_stocks.ts";
import type { GeneratedNetwork } from "../network.ts";
import { type Api, type ShortTerm, ShortTermAnswer } from "./api.ts";
import type { Imported } from "./import_network.ts";

/** May leave so much later than at first. */
const TOLERANCE_MS = 2 * 3_600_000;
/** Among the other trains, not before them. */
const AFTER_FIRST_MS = 2 * 3_600_000;
const TIME_GAP_MS = 60_000;

export interface ShortTermRequest {
  readonly rolling_stock_id: number;
  readonly electrical_profile_set_id: number;
  readonly [key: string]: unknown;
}

export function makeShortTermRequest(
  { train_schedules }: GeneratedNetwork,
  { electrical_profile_set_id, rolling_stock_ids }: Imported,
): ShortTermRequest {
  const freight = train_schedules.find(
    ({ rolling_stock_name }) => rolling_stock_name === STOCK_NAMES.freight,
  );
  if (freight === undefined) throw new Error("the timetable has no freight train");
  const { id: _first, ...origin } = freight.path[0] ?? { id: "" };
  const { id: _last, ...destination } = freight.path.at(-1) ?? { id: "" };
  const first_ms = Math.min(...train_schedules.map((train) => Date.parse(train.start_time)));
  const timing_data = {
    arrival_time: new Date(first_ms + AFTER_FIRST_MS).toISOString(),
    arrival_time_tolerance_before: 0,
    arrival_time_tolerance_after: TOLERANCE_MS,
  };
  return {
    steps: [
      { location: origin, duration: 0, timing_data },
      { location: destination, duration: 0 },
    ],
    rolling_stock_id: rolling_stock_ids.get(STOCK_NAMES.freight) ?? 0,
    comfort: "STANDARD",
    time_gap_before: TIME_GAP_MS,
    time_gap_after: TIME_GAP_MS,
    electrical_profile_set_id,
  };
}

/** The train that fits, and how long it took to find. Throws ApiError, or when none fits. */
export async function askForTrain(
  api: Api,
  imported: Imported,
  request: ShortTermRequest,
): Promise<ShortTerm & { readonly elapsed_ms: number }> {
  const started_ms = performance.now();
  const path = `/timetable/${imported.timetable_id}/stdcm?infra=${imported.infra_id}`;
  const answer = await api.post(path, request, ShortTermAnswer);
  const elapsed_ms = performance.now() - started_ms;
  if (answer.status === "success") return { ...answer, elapsed_ms };
  throw new Error(`no short term train fits in: ${answer.status}`);
}
