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

/** Pressed on the map, each takes its tool. */
export const TOOL_KEYS: Readonly<Record<Tool, string>> = {
  select: "v",
  track: "t",
  split: "x",
  switch: "w",
  signal: "s",
  detector: "d",
  buffer_stop: "b",
  station: "p",
  speed: "l",
  electrification: "e",
  route: "r",
  copy: "c",
};

export const tool = signal<Tool>("select");
