/** Trains that the graph does not show, as a list. */
import type { JSX } from "preact";
import { printClock } from "../graph/clock.ts";
import { listOccurrences, type Occurrence, occurrenceKey, trainKey } from "../graph/occurrences.ts";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { parameters } from "../state/address.ts";
import { select, selected_key } from "../state/selection.ts";
import { nameOfTrain, type PacedTrain } from "../state/timetable.ts";
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
        {all.slice(0, ROWS_MAX).map((train) => {
          const { id, start_time, rolling_stock_name } = train;
          const own = "paced" in train ? findOccurrence(train) : null;
          const key = own === null ? trainKey(id) : occurrenceKey(id, own.index, own.exception_key);
          return (
            <li key={id}>
              <button
                type="button"
                class="item"
                aria-pressed={key === selected_key.value}
                onClick={() => select(key)}
              >
                <time>{printClock(own?.start_ms ?? Date.parse(start_time))}</time>{" "}
                <strong>{nameOfTrain(train)}</strong>{" "}
                <span class="quiet">
                  {own !== null && own.name !== train.train_name && `${own.name} · `}
                  {rolling_stock_name}
                </span>
                <TrainMarks train_id={id} />
              </button>
            </li>
          );
        })}
      </Rows>
      {all.length > ROWS_MAX && <p class="quiet">{TEXTS.graph.more(all.length - ROWS_MAX)}</p>}
    </details>
  );
}

/** Of a service the first train that the search finds by its number, else the first. */
function findOccurrence(record: PacedTrain): Occurrence | null {
  const words = parameters.search.value.trim().toLowerCase();
  const all = listOccurrences(record);
  return all.find(({ name }) => name.toLowerCase().includes(words)) ?? all[0] ?? null;
}
