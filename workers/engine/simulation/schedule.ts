/** Schedule items in the form that the physics uses (engine.md 5.1): merged, sorted, in path offsets. */

export type ReceptionSignal = "OPEN" | "STOP" | "SHORT_SLIP_STOP";

export interface ScheduleItem {
  readonly offset_mm: number;
  /** ms since the train's start. */
  readonly arrival_ms: number | null;
  /** null = the train does not stop; 0 is a stop. */
  readonly stop_for_ms: number | null;
  readonly reception_signal: ReceptionSignal;
}

const STRICTNESS: Readonly<Record<ReceptionSignal, number>> = {
  OPEN: 0,
  STOP: 1,
  SHORT_SLIP_STOP: 2,
};

/**
 * Merges consecutive items at one offset (earliest arrival, summed stops, strictest signal), then sorts by offset.
 * The train is at the second when it has stopped at the first: so much earlier it has to come to the place.
 */
export function mergeSchedule(items: readonly ScheduleItem[]): readonly ScheduleItem[] {
  const merged: ScheduleItem[] = [];
  for (const item of items) {
    const last = merged[merged.length - 1];
    if (last !== undefined && last.offset_mm === item.offset_mm) {
      merged[merged.length - 1] = mergeItems(last, item);
    } else {
      merged.push(item);
    }
  }
  return merged.sort((a, b) => a.offset_mm - b.offset_mm);
}

function mergeItems(a: ScheduleItem, b: ScheduleItem): ScheduleItem {
  const stricter = STRICTNESS[a.reception_signal] >= STRICTNESS[b.reception_signal] ? a : b;
  const earliest_ms = Math.min(
    a.arrival_ms ?? Infinity,
    (b.arrival_ms ?? Infinity) - (a.stop_for_ms ?? 0),
  );
  return {
    offset_mm: a.offset_mm,
    arrival_ms: Number.isFinite(earliest_ms) ? earliest_ms : null,
    stop_for_ms:
      a.stop_for_ms === null && b.stop_for_ms === null
        ? null
        : (a.stop_for_ms ?? 0) + (b.stop_for_ms ?? 0),
    reception_signal: stricter.reception_signal,
  };
}
