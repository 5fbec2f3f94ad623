/** Trains that the graph does not show, as a list. */
import type { JSX } from "preact";
import { printClock } from "../graph/clock.ts";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { select, selected_key } from "../state/selection.ts";
import { off_axis } from "../state/trains/off_axis.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { TrainMarks } from "./train_marks.tsx";

/** When one of them is chosen, its path can become the axis. */
export function OffAxis(): JSX.Element | null {
  const all = off_axis.value;
  if (all.length === 0) return null;
  return (
    <details>
      <summary>{TOOL_TEXTS.elsewhere.off_axis(all.length)}</summary>
      <Rows label={TOOL_TEXTS.elsewhere.off_axis(all.length)}>
        {all.slice(0, ROWS_MAX).map(({ key, train_id, start_ms, name, stock }) => (
          <li key={key}>
            <button
              type="button"
              class="item"
              aria-pressed={key === selected_key.value}
              onClick={() => select(key)}
            >
              <time>{printClock(start_ms)}</time> <strong>{name}</strong>{" "}
              <span class="quiet">{stock}</span>
              <TrainMarks train_id={train_id} />
            </button>
          </li>
        ))}
      </Rows>
      {all.length > ROWS_MAX && <p class="quiet">{TEXTS.graph.more(all.length - ROWS_MAX)}</p>}
    </details>
  );
}
