/** Which trains run otherwise than their planners have accepted. */
import type { TrainStatus } from "marey-client/lines";
import { api, ask, type Schemas } from "./client.ts";
import type { Setting } from "./setting.ts";

/** Throws ApiFault. */
export async function askStatuses(
  timetable_id: number,
  { infra_id }: Setting,
): Promise<readonly TrainStatus[]> {
  const text = await ask(
    api.GET("/timetable/{timetable_id}/statuses", {
      params: { path: { timetable_id }, query: { infra: infra_id } },
      parseAs: "text",
    }),
  );
  // The first line is the number of lines that follow.
  const lines = text.split("\n").slice(1);
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as TrainStatus);
}

/** Accepts the trains' runs as they are now; without a list, those of all trains. Throws ApiFault. */
export async function acknowledge(
  timetable_id: number,
  { infra_id }: Setting,
  ids: Schemas["AcknowledgedIds"],
): Promise<Schemas["Acknowledged"]> {
  return await ask(
    api.POST("/timetable/{timetable_id}/acknowledge", {
      params: { path: { timetable_id }, query: { infra: infra_id } },
      body: ids,
    }),
  );
}
