/** How long ago something was, in words. */
import { locale } from "../graph/zone.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `3 hours ago`; times are milliseconds since 1970. If the clocks differ, the result is never in the future. */
export function printWhen(at_ms: number, now_ms: number): string {
  const ago_s = Math.max(0, (now_ms - at_ms) / 1000);
  const [unit, length_s] = STEPS.find(([, length]) => ago_s >= length) ?? ["second", 1];
  if (unit === "second") return TOOL_TEXTS.just_now;
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: "auto" });
  return format.format(-Math.floor(ago_s / length_s), unit);
}
