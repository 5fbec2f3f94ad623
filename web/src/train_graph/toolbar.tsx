/** Tools of the graph: view, axis, search and filters. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import { address, setParameters } from "../state/address.ts";
import { printAxisChoice } from "../state/axis_loading.ts";
import { graph_data, runs, spacing } from "../state/graph.ts";
import { selected_run, selection } from "../state/selection.ts";
import { fitAll, goTo, moveDays, showRun, zoomBy } from "../state/view.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { shows_requirements } from "./graph_state.ts";

const ZOOM = 1.4;

export function Toolbar(): JSX.Element {
  return (
    <div class="toolbar">
      <div class="row" role="group" aria-label={TEXTS.graph.fit}>
        <Tool text={TEXTS.graph.fit} onClick={fitAll} />
        <Tool text="+" label={TEXTS.graph.zoom_in} onClick={() => zoomBy(ZOOM)} />
        <Tool text="−" label={TEXTS.graph.zoom_out} onClick={() => zoomBy(1 / ZOOM)} />
        <Tool text="◀" label={TEXTS.graph.day_before} onClick={() => moveDays(-1)} />
        <Tool text="▶" label={TEXTS.graph.day_after} onClick={() => moveDays(1)} />
        <Tool text={TEXTS.graph.now} onClick={() => goTo(Date.now())} />
        <Tool
          text={TEXTS.graph.fit_train}
          is_off={selected_run.value === null}
          onClick={() => {
            const run = selected_run.peek();
            if (run !== null) showRun(run);
          }}
        />
      </div>
      <Filters />
      <div class="row">
        <Check
          text={TEXTS.graph.spacing}
          is_on={spacing.value === "even"}
          onChange={(is_on) => setParameters({ spacing: is_on ? "even" : "" })}
        />
        <Check
          text={TEXTS.graph.requirements}
          is_on={shows_requirements.value}
          onChange={(is_on) => {
            shows_requirements.value = is_on;
          }}
        />
        <AxisChoice />
      </div>
    </div>
  );
}

function Tool({
  text,
  label,
  is_off = false,
  onClick,
}: {
  readonly text: string;
  readonly label?: string;
  readonly is_off?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" aria-label={label} title={label} disabled={is_off} onClick={onClick}>
      {text}
    </button>
  );
}

function Check({
  text,
  is_on,
  onChange,
}: {
  readonly text: string;
  readonly is_on: boolean;
  readonly onChange: (is_on: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={is_on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {text}
    </label>
  );
}

function Filters(): JSX.Element {
  const { search, category, stock, label, direction } = address.value.parameters;
  const all = { value: "", text: TEXTS.graph.all };
  const listed = runs.value;
  const distinct = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).sort();
  const same = (text: string) => ({ value: text, text });
  const directions = [
    all,
    { value: "along", text: TEXTS.graph.along },
    { value: "against", text: TEXTS.graph.against },
  ];
  const categories = distinct(listed.map((run) => run.category));
  return (
    <div class="row">
      <label class="field">
        <span>{TEXTS.graph.search}</span>
        <input
          type="search"
          value={search ?? ""}
          onInput={(event) => setParameters({ search: event.currentTarget.value })}
        />
      </label>
      <Choice
        label={TEXTS.graph.category}
        value={category ?? ""}
        options={[all, ...categories.map((one) => ({ value: one, text: nameCategory(one) }))]}
        onChange={(value) => setParameters({ category: value })}
      />
      <Choice
        label={TEXTS.graph.stock}
        value={stock ?? ""}
        options={[all, ...distinct(listed.map((run) => run.stock)).map(same)]}
        onChange={(value) => setParameters({ stock: value })}
      />
      <Choice
        label={TEXTS.graph.label_filter}
        value={label ?? ""}
        options={[all, ...distinct(listed.flatMap((run) => run.labels)).map(same)]}
        onChange={(value) => setParameters({ label: value })}
      />
      <Choice
        label={TEXTS.graph.direction}
        value={direction ?? ""}
        options={directions}
        onChange={(value) => setParameters({ direction: value })}
      />
    </div>
  );
}

const axis_from = signal("");
const axis_to = signal("");

/** The axis of the chosen train, or between two stations of the axis that is shown. */
function AxisChoice(): JSX.Element {
  const stations = graph_data.value?.axis.forward.stations ?? [];
  const options = stations.map(({ id, name }) => ({ value: id, text: name }));
  const [from, to] = [
    axis_from.value || (stations[0]?.id ?? ""),
    axis_to.value || (stations.at(-1)?.id ?? ""),
  ];
  const chosen = selection.value;
  return (
    <fieldset class="row">
      <legend>{TEXTS.graph.axis_legend}</legend>
      <Choice
        label={TEXTS.graph.axis_from}
        value={from}
        options={options}
        onChange={(value) => {
          axis_from.value = value;
        }}
      />
      <Choice
        label={TEXTS.graph.axis_to}
        value={to}
        options={options}
        onChange={(value) => {
          axis_to.value = value;
        }}
      />
      <Tool
        text={TEXTS.graph.axis_show}
        is_off={from === to}
        onClick={() =>
          setParameters({ axis: printAxisChoice({ kind: "stations", from, to }), view: "" })
        }
      />
      <Tool
        text={TEXTS.graph.axis_train}
        is_off={chosen === null}
        onClick={() => {
          if (chosen === null) return;
          const { kind, train_id } = chosen;
          setParameters({ axis: printAxisChoice({ kind, id: train_id }), view: "" });
        }}
      />
    </fieldset>
  );
}
