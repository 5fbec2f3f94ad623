/** Shared by all parts of the drawing of a train graph: its scale, its texts, the places taken. */

export interface Scale {
  readonly begin_ms: number;
  readonly end_ms: number;
  readonly width: number;
  /** The plot's edges. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  x(time_ms: number): number;
  y(distance_m: number): number;
}

/** The middle of a label. */
export interface Box {
  readonly x: number;
  readonly y: number;
}

/** `HH:MM` of a moment, UTC. */
export function printClock(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(11, 16);
}

/** Least of any number of values, 0 of none: spreading thousands into Math.min overflows the stack. */
export function minimum(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), values[0] ?? 0);
}

export function maximum(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), values[0] ?? 0);
}

/** Escapes text for element content and drops control characters and what XML 1.0 can't hold. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replace(/[^\P{C}\t\n\r]/gu, "").replace(/[&<>"]/g, (sign) => entities[sign] ?? "");
}
