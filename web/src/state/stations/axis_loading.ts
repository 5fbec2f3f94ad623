/** Asks for the way of an axis: a train's path, or the way along stations or a line. */
import { api, ask } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import type { Way } from "../../graph/axis.ts";
import type { AxisChoice } from "./axis_choice.ts";
import { PROPS, wayOf } from "./described_way.ts";

/** The way of an axis; null if there is no path. Throws ApiFault. */
export async function findAxis(
  choice: AxisChoice,
  setting: Setting,
  signal: AbortSignal,
): Promise<Way | null> {
  const { infra_id } = setting;
  const query = { infra: infra_id, ...PROPS };
  const { kind } = choice;
  if (kind === "stations" || kind === "line") {
    const { findAlong } = await import("./ways.ts");
    return await findAlong(choice, setting, signal);
  }
  const answer =
    kind === "train_schedule"
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
  if (answer.status !== "success") return null;
  return wayOf(answer.track_section_ranges, answer.length, answer.properties);
}
