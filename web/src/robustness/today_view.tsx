/** Beside the graph: the day as it runs, or many days that are tried. */
import type { JSX } from "preact";
import { whenLoaded } from "../parts/loaded.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { TEXTS } from "../texts.ts";
import { TodayPanel } from "../today/today_panel.tsx";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { shows_tried_days } from "./shown_days.ts";

const RobustnessPanel = whenLoaded(() => import("./robustness_panel.tsx"), "RobustnessPanel");

export function TodayView(): JSX.Element {
  const is_tried = shows_tried_days.value;
  return (
    <Tabs<"today" | "robustness">
      label={TEXTS.tabs.today}
      tabs={[
        { name: "today", text: TEXTS.tabs.today },
        { name: "robustness", text: TOOL_TEXTS.robustness.tab },
      ]}
      opened={is_tried ? "robustness" : "today"}
      onOpen={(name) => {
        shows_tried_days.value = name === "robustness";
      }}
    >
      {is_tried ? <RobustnessPanel /> : <TodayPanel />}
    </Tabs>
  );
}
