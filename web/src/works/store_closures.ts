/** Stores works and limits. A group never changes: another work makes a new group, and the old one is kept. */
import { api, ask } from "../api/client.ts";
import { setParameters } from "../state/address.ts";
import { choices } from "../state/setting.ts";
import type { Closure } from "../state/works/closure_groups.ts";

const printMoment = (ms: number): string => new Date(ms).toISOString();
const METRE_MM = 1000;

/** Makes a group of works or of limits, and chooses it. Throws ApiFault. */
export async function storeGroup(
  kind: "works" | "limits",
  name: string,
  closures: readonly Closure[],
): Promise<void> {
  const id = kind === "works" ? await postWorks(name, closures) : await postLimits(name, closures);
  const known = choices.peek();
  if (known !== null) choices.value = { ...known, [kind]: [...known[kind], { id, name }] };
  setParameters({ [kind]: String(id) });
}

async function postWorks(name: string, closures: readonly Closure[]): Promise<number> {
  const work_schedules = closures.map((one) => ({
    obj_id: one.name,
    work_schedule_type: one.kind === "CATENARY" ? ("CATENARY" as const) : ("TRACK" as const),
    start_date_time: printMoment(one.from_ms),
    end_date_time: printMoment(one.to_ms),
    track_ranges: one.ranges.map(({ track_section, begin, end }) => ({
      track_section,
      begin,
      end,
      direction: "START_TO_STOP" as const,
    })),
  }));
  const body = { work_schedule_group_name: name, work_schedules };
  return (await ask(api.POST("/work_schedules", { body }))).work_schedule_group_id;
}

async function postLimits(name: string, closures: readonly Closure[]): Promise<number> {
  const speed_limits = closures.map((one) => ({
    obj_id: one.name,
    speed_limit: one.speed_m_s ?? 0,
    start_date_time: printMoment(one.from_ms),
    end_date_time: printMoment(one.to_ms),
    track_ranges: one.ranges.map(({ track_section, begin, end, direction }) => ({
      track: track_section,
      begin: begin / METRE_MM,
      end: end / METRE_MM,
      direction: direction ?? ("START_TO_STOP" as const),
    })),
  }));
  const body = { speed_limit_group_name: name, speed_limits };
  return (await ask(api.POST("/temporary_speed_limit_group", { body }))).group_id;
}
