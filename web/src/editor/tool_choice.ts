/** What a click on the map is for. */
import { signal } from "@preact/signals";

export const TOOLS = [
  "select",
  "track",
  "split",
  "switch",
  "signal",
  "detector",
  "buffer_stop",
  "station",
  "speed",
  "electrification",
  "route",
  "copy",
] as const;
export type Tool = (typeof TOOLS)[number];

export const tool = signal<Tool>("select");
