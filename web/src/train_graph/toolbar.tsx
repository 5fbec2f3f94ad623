/** Tools of the graph: view, axis, search and filters. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import { Menu } from "../parts/menu.tsx";
import { StationSearch } from "../parts/station_search.tsx";
import { setParameters } from "../state/address.ts";
import { type AxisChoice as ChosenAxis, printAxisChoice } from "../state/axis_loading.ts";
import { shows_base } from "../state/base_runs.ts";
import { graph_data, spacing } from "../state/graph.ts";
import {
  selected_run,
  selection,
  showRequirements,
  shows_requirements,
} from "../state/selection.ts";
import { stations } from "../state/stations.ts";
import { fitAll, goTo, moveDays, showRun, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { Occupancy } from "./occupancy.tsx";

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
      <Menu label={TEXTS.graph.shown}>
        <Check
          text={TEXTS.graph.spacing}
          is_on={spacing.value === "even"}
          onChange={(is_on) => setParameters({ spacing: is_on ? "even" : "" })}
        />
        <Check
          text={TEXTS.graph.base_runs}
          is_on={shows_base.value}
          onChange={(is_on) => setParameters({ base: is_on ? "all" : "" })}
        />
        <Check
          text={TEXTS.graph.requirements}
          is_on={shows_requirements.value}
          onChange={showRequirements}
        />
      </Menu>
      <AxisChoice />
      <Occupancy />
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

const axis_from = signal("");
const axis_to = signal("");

/** From there on its own ends are the ones to start from. */
function showAxis(choice: ChosenAxis): void {
  axis_from.value = "";
  axis_to.value = "";
  setParameters({ axis: printAxisChoice(choice), view: "" });
}

/** The axis of the chosen train, or between two stations. */
function AxisChoice(): JSX.Element {
  const own = graph_data.value?.axis.forward.stations ?? [];
  const options = stations.value.map(({ id, name }) => ({ value: id, text: name }));
  const chosenOr = (id: string, other: string | undefined): string =>
    stations.value.some((one) => one.id === id) ? id : (other ?? "");
  const from = chosenOr(axis_from.value, options[0]?.value);
  const to = chosenOr(axis_to.value, own.at(-1)?.id);
  const chosen = selection.value;
  const [first, last] = [own[0]?.name ?? "", own.at(-1)?.name ?? ""];
  return (
    <Menu label={TEXTS.graph.axis(first, last)}>
      <StationSearch />
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
        is_off={from === to || to === ""}
        onClick={() => showAxis({ kind: "stations", from, to })}
      />
      <Tool
        text={TEXTS.graph.axis_train}
        is_off={chosen === null}
        onClick={() => {
          if (chosen === null) return;
          showAxis({ kind: chosen.kind, id: chosen.train_id });
        }}
      />
    </Menu>
  );
}
