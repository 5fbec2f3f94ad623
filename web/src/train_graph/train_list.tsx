/** The trains of the graph as a list, the text form of the graph. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { printMoment } from "../graph/clock.ts";
import { colourOf, paletteOf } from "../graph/drawing/palette.ts";
import { whenLoaded } from "../parts/loaded.tsx";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { several_ids, toggleOne } from "../state/edits/several.ts";
import { graph_data, runs } from "../state/graph.ts";
import { fault, step } from "../state/loading.ts";
import { may_write } from "../state/rights.ts";
import { select, selected_key } from "../state/selection.ts";
import { is_dark, showRun, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Filters } from "./filters.tsx";
import { TrainMarks } from "./train_marks.tsx";

const asks_to_accept = signal(false);

const OffAxis = whenLoaded(() => import("./off_axis_list.tsx"), "OffAxis");
const AcceptDialog = whenLoaded(() => import("./accept_dialog.tsx"), "AcceptDialog");

export function TrainList(): JSX.Element {
  const all = visible_runs.value.toSorted((a, b) => a.start_ms - b.start_ms);
  const listed = all.slice(0, ROWS_MAX);
  const palette = paletteOf(is_dark.value);
  const first_ms = all[0]?.start_ms ?? 0;
  return (
    <>
      <Filters>
        <Several />
      </Filters>
      {all.length === 0 && step.value === "idle" && graph_data.value !== null && (
        <p class="quiet">
          {runs.value.length > 0 ? TEXTS.graph.no_trains : TEXTS.graph.no_trains_here}
        </p>
      )}
      <Rows label={TEXTS.graph.trains(all.length)}>
        {listed.map((run) => (
          <li key={run.key}>
            <button
              type="button"
              class="item run"
              aria-pressed={run.key === selected_key.value}
              onClick={({ ctrlKey, metaKey }) => {
                if (ctrlKey || metaKey) toggleOne(run.train_id);
                else select(run.key);
              }}
              onDblClick={() => showRun(run)}
            >
              <time>{printMoment(run.start_ms, first_ms)}</time>{" "}
              <span class="line" style={{ background: colourOf(palette, run.look) }} />{" "}
              <strong>{run.name}</strong> <span class="quiet">{run.stock}</span>
              <TrainMarks train_id={run.train_id} />
            </button>
          </li>
        ))}
      </Rows>
      {all.length > ROWS_MAX && <p class="quiet">{TEXTS.graph.more(all.length - ROWS_MAX)}</p>}
      {may_write.value && all.length > 0 && (
        <p class="row below">
          <button
            type="button"
            onClick={() => {
              asks_to_accept.value = true;
            }}
          >
            {TOOL_TEXTS.accept_all}
          </button>
        </p>
      )}
      {asks_to_accept.value && (
        <AcceptDialog
          onClose={() => {
            asks_to_accept.value = false;
          }}
        />
      )}
      {(graph_data.value?.is_whole === true || fault.value !== null) && <OffAxis />}
    </>
  );
}

const SeveralPanel = whenLoaded(() => import("../several/several_panel.tsx"), "SeveralPanel");

/** Its code is loaded when it is opened, or when the first train is chosen for it. */
function Several(): JSX.Element {
  const [is_open, setOpen] = useState(false);
  const count = several_ids.value.size;
  useEffect(() => {
    if (count > 0) setOpen(true);
  }, [count > 0]);
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.panels.several(count)}</summary>
      {is_open && <SeveralPanel />}
    </details>
  );
}
