/** Reads groups of works and of temporary speed limits; loaded when one is chosen or listed. All throw ApiFault. */
import { api, ask, type Schemas } from "../../api/client.ts";
import type { DirectedRange } from "../../graph/stretches.ts";

const METRE_MM = 1000;

/** One work or one limit. */
export interface Closure {
  /** Of a stored work, by which conflicts name it; null: a limit, or it is not stored. */
  readonly id: number | null;
  readonly kind: "TRACK" | "CATENARY" | "LIMIT";
  readonly name: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly ranges: readonly DirectedRange[];
  /** The speed of a limit, m/s. */
  readonly speed_m_s: number | null;
}

/** A group as it is stored. */
export interface ClosureGroup {
  readonly id: number;
  readonly name: string;
  readonly closures: readonly Closure[];
}

export async function readWorks(id: number, signal?: AbortSignal): Promise<ClosureGroup> {
  const params = { path: { work_schedule_group_id: id } };
  const found = await ask(
    api.GET("/work_schedules/{work_schedule_group_id}", { params, ...(signal && { signal }) }),
  );
  const closures = found.work_schedules.map(
    ({
      id: work_id,
      work_schedule_type,
      obj_id,
      start_date_time,
      end_date_time,
      track_ranges,
    }): Closure => ({
      id: work_id,
      kind: work_schedule_type,
      name: obj_id,
      from_ms: Date.parse(start_date_time),
      to_ms: Date.parse(end_date_time),
      // A work closes its tracks to all trains.
      ranges: track_ranges.map((range) => ({ ...range, direction: null })),
      speed_m_s: null,
    }),
  );
  return { id, name: found.work_schedule_group_name, closures };
}

export async function readLimits(id: number, signal?: AbortSignal): Promise<ClosureGroup> {
  const params = { path: { temporary_speed_limit_group_id: id } };
  const found = await ask(
    api.GET("/temporary_speed_limit_group/{temporary_speed_limit_group_id}", {
      params,
      ...(signal && { signal }),
    }),
  );
  return { id, name: found.speed_limit_group_name, closures: found.speed_limits.map(readLimit) };
}

function readLimit(limit: Schemas["TemporarySpeedLimitGroup"]["speed_limits"][number]): Closure {
  const { obj_id, start_date_time, end_date_time, track_ranges, speed_limit } = limit;
  return {
    id: null,
    kind: "LIMIT",
    name: obj_id,
    from_ms: Date.parse(start_date_time),
    to_ms: Date.parse(end_date_time),
    ranges: track_ranges.map(({ track, begin, end, direction }) => ({
      track_section: track,
      begin: begin * METRE_MM,
      end: end * METRE_MM,
      direction,
    })),
    speed_m_s: speed_limit,
  };
}
