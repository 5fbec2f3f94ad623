/** Tools of the graph: view, axis, search and filters. */
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import { CheckField } from "../parts/fields.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { setParameters } from "../state/address.ts";
import { shows_base } from "../state/asked/base_runs.ts";
import { graph_data, spacing } from "../state/graph.ts";
import { selected_run, showRequirements, shows_requirements } from "../state/selection.ts";
import { openStation, placed_station } from "../state/stations/placed_station.ts";
import { fitAll, goTo, moveDays, placed_stations, showRun, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";

const ZOOM = 1.4;

export function Toolbar(): JSX.Element {
  return (
    <div class="toolbar">
      <div class="row" role="group" aria-label={TEXTS.graph.fit}>
        <Tool text={TEXTS.graph.fit} onClick={fitAll} />
        <Tool icon="plus" text={TEXTS.graph.zoom_in} onClick={() => zoomBy(ZOOM)} />
        <Tool icon="minus" text={TEXTS.graph.zoom_out} onClick={() => zoomBy(1 / ZOOM)} />
        <Tool icon="left" text={TEXTS.graph.day_before} onClick={() => moveDays(-1)} />
        <Tool icon="right" text={TEXTS.graph.day_after} onClick={() => moveDays(1)} />
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
        <CheckField
          label={TEXTS.graph.spacing}
          is_on={spacing.value === "even"}
          onChange={(is_on) => setParameters({ spacing: is_on ? "even" : "" })}
        />
        <CheckField
          label={TEXTS.graph.base_runs}
          is_on={shows_base.value}
          onChange={(is_on) => setParameters({ base: is_on ? "all" : "" })}
        />
        <CheckField
          label={TEXTS.graph.requirements}
          is_on={shows_requirements.value}
          onChange={showRequirements}
        />
      </Menu>
      <AxisChoice />
      <StationChoice />
    </div>
  );
}

function Tool({
  text,
  icon,
  is_off = false,
  onClick,
}: {
  readonly text: string;
  /** Shown instead of the text. */
  readonly icon?: IconName;
  readonly is_off?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      {...(icon !== undefined && { "aria-label": text, title: text })}
      disabled={is_off}
      onClick={onClick}
    >
      {icon === undefined ? text : <Icon name={icon} />}
    </button>
  );
}

const AxisFields = whenLoaded(() => import("./axis_fields.tsx"), "AxisFields");

/** The axis of the chosen train, or the way between two stations. */
function AxisChoice(): JSX.Element {
  const own = graph_data.value?.axis.forward.stations ?? [];
  return (
    <Menu label={TEXTS.graph.axis(own[0]?.name ?? "", own.at(-1)?.name ?? "")}>
      <AxisFields />
    </Menu>
  );
}

/** The station to open inside the graph. */
function StationChoice(): JSX.Element {
  const none = { value: "", text: TEXTS.setting.none };
  return (
    <Choice
      label={TEXTS.graph.occupancy}
      value={placed_station.value?.id ?? ""}
      options={[none, ...placed_stations.value.map(({ id, name }) => ({ value: id, text: name }))]}
      onChange={openStation}
    />
  );
}
