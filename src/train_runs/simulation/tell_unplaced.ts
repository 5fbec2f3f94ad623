/** Works and temporary limits that have no effect on a network are told beside the answer. */
import type { WorkSchedulesText } from "../../../workers/tasks/projection/work_schedules.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { printReport } from "../../platform/http/exchanged_file.ts";
import { resolveOne, runTask } from "../path/setup.ts";
import type { SimulationSetup } from "./setup.ts";

/** Call it once for an answer, before its first byte. */
export async function tellUnplaced(
  ctx: Pick<Context, "setHeader">,
  setup: SimulationSetup,
  works: WorkSchedulesText | null = null,
): Promise<void> {
  const { limits } = setup;
  if (works === null && limits === null) return;
  const check = async (own: SimulationSetup) => runTask(own, "check_places", { works, limits });
  // Runs of single trains are asked for often, with the same limits.
  const rows =
    works === null
      ? await resolveOne(setup, `unplaced ${setup.infra.digest} ${limits?.key}`, {
          compute: async (own) => check({ ...setup, ...own }),
          sizeOf: (told) => 500 * told.length,
        })
      : await check(setup);
  if (rows.length > 0) ctx.setHeader("x-warnings", printReport(rows));
}
