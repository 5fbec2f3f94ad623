/** The lists beside the graph: trains, conflicts, works, what differs from another state. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { whenLoaded } from "../parts/loaded.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { parameters, tab } from "../state/address.ts";
import { graph_data } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import "../state/records/seen_graph.ts";
import { visible_conflicts, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { ConflictList } from "./conflict_list.tsx";
import { type List, opened_list } from "./graph_state.ts";
import { TrainList } from "./train_list.tsx";

const ClosuresPanel = whenLoaded(() => import("../works/closures_panel.tsx"), "ClosuresPanel");
const ComparePanel = whenLoaded(() => import("../compare/compare_panel.tsx"), "ComparePanel");
const TodayView = whenLoaded(() => import("../robustness/today_view.tsx"), "TodayView");

export function Lists(): JSX.Element {
  const [trains, conflicts] = [visible_runs.value.length, visible_conflicts.value.length];
  const is_known = step.value === "idle" && graph_data.value !== null;
  useEffect(() => {
    if (parameters.compare.peek() !== "") opened_list.value = "compare";
  }, []);
  if (tab.value === "today") return <TodayView />;
  return (
    <Tabs<List>
      label={TEXTS.graph.lists}
      tabs={[
        {
          name: "trains",
          text:
            graph_data.value === null && trains === 0
              ? TEXTS.graph.trains_awaited
              : TEXTS.graph.trains(trains),
        },
        {
          name: "conflicts",
          text:
            is_known || conflicts > 0
              ? TEXTS.graph.conflicts(conflicts)
              : TEXTS.graph.conflicts_awaited,
        },
        { name: "works", text: TEXTS.setting.works },
        { name: "compare", text: TEXTS.panels.compare },
      ]}
      opened={opened_list.value}
      onOpen={(name) => {
        opened_list.value = name;
      }}
    >
      {opened_list.value === "trains" && <TrainList />}
      {opened_list.value === "conflicts" && <ConflictList />}
      {opened_list.value === "works" && <ClosuresPanel />}
      {opened_list.value === "compare" && <ComparePanel />}
    </Tabs>
  );
}
