/** The second line of a timetable: what its trains are computed with, the axis, and what is made and goes out. */
import type { JSX } from "preact";
import { opened_out } from "../out/opened.ts";
import { Choice } from "../parts/choice.tsx";
import { CheckField } from "../parts/fields.tsx";
import { Icon } from "../parts/icon.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { is_graph, parameters, setParameters } from "../state/address.ts";
import { shows_base } from "../state/asked/base_runs.ts";
import { wished_train } from "../state/edits/open_form.ts";
import { graph_data, spacing } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import { marked_choices } from "../state/records/network.ts";
import { may_write } from "../state/rights.ts";
import { showRequirements, shows_requirements } from "../state/selection.ts";
import { choices, setting } from "../state/setting.ts";
import { openStation, placed_station } from "../state/stations/placed_station.ts";
import { placed_stations } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { Connection } from "./connection.tsx";

const DateChoice = whenLoaded(() => import("./date_choice.tsx"), "DateChoice");
const SettingFields = whenLoaded(() => import("./setting_fields.tsx"), "SettingFields");
const AxisFields = whenLoaded(() => import("../train_graph/axis_fields.tsx"), "AxisFields");
const PrintDialog = whenLoaded(() => import("../out/print_dialog.tsx"), "PrintDialog");
const TablesDialog = whenLoaded(() => import("../out/tables_dialog.tsx"), "TablesDialog");
const OutPanel = whenLoaded(() => import("../train_graph/out_panel.tsx"), "OutPanel");

export function ContextLine(): JSX.Element {
  return (
    <>
      <Setting />
      <DateChoice />
      {is_graph.value && <AxisChoice />}
      {is_graph.value && <Shown />}
      {is_graph.value && (
        <Menu label={TEXTS.out.heading} stays>
          <OutPanel />
        </Menu>
      )}
      <span class="grow" />
      <span class="step" role="status">
        {TEXTS.loading[step.value]}
      </span>
      <Connection />
      {is_graph.value && may_write.value && <NewTrain />}
    </>
  );
}

/** Beside the line: a phone held upright hides the line. */
export function OutDialogs(): JSX.Element {
  return (
    <>
      {opened_out.value === "print" && <PrintDialog />}
      {opened_out.value === "tables" && <TablesDialog />}
    </>
  );
}

/** In one sentence, which opens what it can be changed with. */
function Setting(): JSX.Element | null {
  const known = choices.value;
  if (known === null) return null;
  const nameOf = (listed: readonly { readonly id: number; readonly name: string }[], id: number) =>
    listed.find((one) => one.id === id)?.name;
  const [works, limits, profiles] = (["works", "limits", "profiles"] as const).map((name) =>
    nameOf(known[name], Number(parameters[name].value)),
  );
  const network = nameOf(known.infras, setting.value?.infra_id ?? 0) ?? TEXTS.setting.infra;
  const words = [
    network,
    works ?? TEXTS.setting.no_works,
    limits,
    TEXTS.setting.profiles_of(profiles ?? TEXTS.setting.none),
  ];
  return (
    <>
      <Menu label={words.filter(Boolean).join(" · ")}>
        <SettingFields />
      </Menu>
      {[...marked_choices.value].map((one) => (
        <span key={one} class="mark" role="status">
          {TEXTS.setting.marked}
        </span>
      ))}
    </>
  );
}

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

function NewTrain(): JSX.Element {
  return (
    <button
      type="button"
      class="new"
      onClick={() => {
        wished_train.value = "anywhere";
      }}
    >
      <Icon name="plus" />
      {TEXTS.form.begin}
    </button>
  );
}

function Shown(): JSX.Element {
  return (
    <Menu label={TEXTS.graph.shown}>
      <StationChoice />
      <CheckField
        label={TEXTS.graph.map_beside}
        is_on={parameters.beside.value === "map"}
        onChange={(is_on) => setParameters({ beside: is_on ? "map" : "" })}
      />
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
  );
}
