/** Reads the chosen train's path and its simulation. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { dateQuery, runQuery, type Setting } from "../../api/setting.ts";
import type { Run } from "../../graph/runs.ts";
import type { PacedTrain, TrainSchedule } from "../timetable.ts";
import { findDay } from "./day_of_run.ts";

export type Simulation = Extract<Schemas["SimulationResult"], { status: "success" }>;
export type Path = Extract<Schemas["PathfindingResult"], { status: "success" }>;

export interface Selection {
  readonly kind: Run["kind"];
  readonly train_id: number;
  readonly index: number | null;
  readonly exception_key: string | null;
}

export interface SelectedRun {
  readonly path: Path | null;
  readonly simulation: Simulation | null;
  /** Why there is no run. */
  readonly fault: string | null;
  /** What it was computed with: with the operating day, if a date is shown on which it runs. */
  readonly setting: Setting;
  /** With an operating day. */
  readonly start_ms?: number;
}

export interface WantedRun {
  readonly one: Selection;
  readonly chosen: Setting;
  readonly train: TrainSchedule | PacedTrain;
  /** On the graph; null: it is not there. */
  readonly run: Run | null;
}

/** With a date, its run on the operating day that is shown. */
export async function readSelectedRun(
  { one, chosen, train, run }: WantedRun,
  signal: AbortSignal,
): Promise<SelectedRun> {
  const { date, ...undated } = chosen;
  const day = date === undefined ? null : findDay(train, one, run, date);
  const own = day === null ? undated : { ...undated, date: day.date };
  const [path, simulation] = await Promise.all([
    askPath(one, chosen, signal),
    askSimulation(one, own, signal),
  ]);
  const fault = simulation.status === "success" ? null : await describeFault(path, simulation);
  // Another train may have been chosen while the texts were loaded.
  signal.throwIfAborted();
  return {
    path: path.status === "success" ? path : null,
    simulation: simulation.status === "success" ? simulation : null,
    fault,
    setting: own,
    ...(day !== null && { start_ms: day.start_ms }),
  };
}

/** The texts are loaded on demand: most trains have a run. */
async function describeFault(
  path: Schemas["PathfindingResult"],
  simulation: Schemas["SimulationResult"],
): Promise<string> {
  const { tellNoRun } = await import("../../api/fault_words.ts");
  if (path.status !== "success") {
    return tellNoRun(path.error_type ?? path.core_error?.type ?? path.failed_status);
  }
  return tellNoRun(
    simulation.status === "simulation_failed" ? simulation.core_error.type : simulation.status,
  );
}

async function askPath(
  { kind, train_id, exception_key }: Selection,
  { infra_id }: Setting,
  signal: AbortSignal,
): Promise<Schemas["PathfindingResult"]> {
  if (kind === "train_schedule") {
    return await ask(
      api.GET("/train_schedule/{train_schedule_id}/path", {
        params: { path: { train_schedule_id: train_id }, query: { infra: infra_id } },
        signal,
      }),
    );
  }
  const query = { infra: infra_id, ...(exception_key !== null && { exception_key }) };
  return await ask(
    api.GET("/paced_train/{paced_train_id}/path", {
      params: { path: { paced_train_id: train_id }, query },
      signal,
    }),
  );
}

async function askSimulation(
  { kind, train_id, exception_key }: Selection,
  chosen: Setting,
  signal: AbortSignal,
): Promise<Schemas["SimulationResult"]> {
  const query = { ...runQuery(chosen), ...dateQuery(chosen) };
  if (kind === "train_schedule") {
    return await ask(
      api.GET("/train_schedule/{train_schedule_id}/simulation", {
        params: { path: { train_schedule_id: train_id }, query },
        signal,
      }),
    );
  }
  return await ask(
    api.GET("/paced_train/{paced_train_id}/simulation", {
      params: {
        path: { paced_train_id: train_id },
        query: { ...query, ...(exception_key !== null && { exception_key }) },
      },
      signal,
    }),
  );
}
