/** Waits of queues that refuse nobody for being late: for tests about something else. */
const PATIENT = { target_ms: 600_000, interval_ms: 600_000 };

export const PATIENT_WAITS = { interactive: PATIENT, batch: PATIENT };
