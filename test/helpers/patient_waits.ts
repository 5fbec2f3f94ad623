/** Waits of queues that refuse nobody for being late, and deadlines of a busy machine: for tests about something else. */
import { scaled } from "./pace.ts";

export const PATIENCE_MS = 600_000;
const PATIENT = { target_ms: PATIENCE_MS, interval_ms: PATIENCE_MS };

export const PATIENT_WAITS = { interactive: PATIENT, batch: PATIENT };

/** The same for a server with settings of its own. */
export const PATIENT_SETTINGS = {
  WAIT_MS: String(PATIENCE_MS),
  BATCH_WAIT_MS: String(PATIENCE_MS),
  QUERY_DEADLINE_MS: String(scaled(10_000)),
  TASK_DEADLINE_MS: String(scaled(60_000)),
} as const;
