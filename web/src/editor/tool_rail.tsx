/** The tools, one below the other beside the map, each with its icon and key. */
import type { JSX } from "preact";
import { Strokes } from "../parts/icon.tsx";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { can_edit } from "./edits/infra_state.ts";
import { TOOL_KEYS, TOOLS, type Tool, tool } from "./tool_choice.ts";
import { takeTool } from "./tools.ts";

const PATHS: Readonly<Record<Tool, string>> = {
  select: "M4 2.5v10l2.8-2.6 2 4 1.6-.8-2-3.9h3.8Z",
  track: "M2.5 13.5 13.5 2.5",
  split: "M2 8h4m4 0h4M8 3v10",
  switch: "M2 11.5h12m-9 0c4 0 4-6.5 9-6.5",
  signal: "M8 14V8m-3 6h6M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8Z",
  detector: "M2 11.5h12m-6 0V5M5.5 5h5",
  buffer_stop: "M2 8h9m0-4v8m2.5-6v4",
  station: "M3 13.5V7l5-4 5 4v6.5Zm3.5 0V10h3v3.5",
  speed: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM5.5 6.7h5m-5 2.6h5",
  electrification: "M9 2 4 9h4l-1 5 5-7H8Z",
  route: "M3 13.5V6.5a2.5 2.5 0 0 1 2.5-2.5H13m-3-2.7L13 4l-3 2.7",
  copy: "M5.5 5.5h8v8h-8Zm5 0v-3h-8v8h3",
};

export function ToolRail(): JSX.Element {
  return (
    <div class="rail" role="group" aria-label={TOOL_TEXTS.editor.tools_label}>
      {TOOLS.map((one) => (
        <button
          type="button"
          key={one}
          class="square"
          aria-label={TOOL_TEXTS.editor.tools[one]}
          aria-keyshortcuts={TOOL_KEYS[one]}
          title={`${TOOL_TEXTS.editor.tools[one]} (${TOOL_KEYS[one]})`}
          aria-pressed={one === tool.value}
          disabled={one !== "select" && !can_edit.value}
          onClick={() => takeTool(one)}
        >
          <Strokes path={PATHS[one]} />
          <small aria-hidden="true">{TOOL_KEYS[one]}</small>
        </button>
      ))}
    </div>
  );
}
