/** The network, the chosen path, and where the trains are at a time. */
import { computed, signal } from "@preact/signals";
import type { MapGeoJSONFeature } from "maplibre-gl";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { printClock, printDay } from "../graph/clock.ts";
import { IconButton } from "../parts/icon.tsx";
import { Inspector } from "../parts/inspector.tsx";
import { MoreTools } from "../parts/more_tools.tsx";
import { Picker } from "../parts/picker.tsx";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { parameters, printAddress } from "../state/address.ts";
import { language } from "../state/asked/reader.ts";
import { describeRuns } from "../state/conflict_names.ts";
import {
  select,
  selected_data,
  selected_key,
  selected_name,
  selected_start_ms,
  selected_train,
} from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { findStations } from "../state/stations/stations.ts";
import { viewport, whole_area } from "../state/view.ts";
import { closure_wish, is_drawing_area } from "../state/works/closure_form.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { chosen_closures, openClosure } from "../works/chosen_closures.ts";
import { ClosuresPanel } from "../works/closures_panel.tsx";
import { closure_features } from "./closure_lines.ts";
import { followDrawing, takeEnd } from "./drawing_closures.ts";
import { followZones, zone_features } from "./held_zones.ts";
import { LayersMenu, MapLegend } from "./layers_menu.tsx";
import {
  fitNetwork,
  fitPoints,
  goToPoint,
  is_unable,
  type MapContent,
  MapFrame,
  Unable,
} from "./map_frame.tsx";
import {
  dots,
  found_lines,
  map_fault,
  map_marks,
  map_ms,
  metadata,
  path_lines,
  setMoment,
} from "./map_state.ts";
import { forgetPicked, picked, placeOf, readPicked } from "./picked.ts";
import { SHOWN, shown_groups } from "./shown_groups.ts";
import { ink, map_palette } from "./style/ink.ts";
import { markFeatures, pathFeatures, trafficOn, trainFeatures } from "./style/traffic_layers.ts";
import { useCalm } from "./use_calm.ts";
import "./map.css";

const is_playing = signal(false);
/** Ten minutes of the railway a second. */
const SPEED = 600;
/** A picture that comes later than this is not caught up with. */
const FRAME_MAX_MS = 250;

/** Layers whose features can be chosen, and the type of object that each has. */
const MEANT = {
  trains: null,
  closures: null,
  signal_pictures: "Signal",
  signals: "Signal",
  switches: "Switch",
  buffer_stops: "BufferStop",
  detectors: "Detector",
  operational_points: "OperationalPoint",
  track_sections: "TrackSection",
} as const;

const features = {
  path: computed(() => pathFeatures(path_lines.value, found_lines.value)),
  marks: computed(() => markFeatures(map_marks.value)),
  closures: closure_features,
  zones: zone_features,
  trains: computed(() => trainFeatures(dots.value, selected_key.value, map_palette.value)),
};

function makeContent(): MapContent {
  return {
    label: TOOL_TEXTS.map.label,
    metadata,
    groups: shown_groups,
    own: () => trafficOn(ink.value),
    features,
    meant: Object.keys(MEANT),
    onPick: ({ at, meant }) => {
      if (!takeEnd(at)) pick(meant());
    },
    start: followDrawing,
    pressKey: ({ key }) => {
      if (key !== "z") return false;
      fitPath();
      return true;
    },
  };
}

function fitPath(): void {
  fitPoints(path_lines.peek().flat());
}

/** A train is chosen, a work or a limit opens its form; anything of the network shows its data. */
function pick(feature: MapGeoJSONFeature | null): void {
  const type = MEANT[(feature?.layer.id ?? "") as keyof typeof MEANT] ?? null;
  const { key, id, index } = feature?.properties ?? {};
  const closure = typeof index === "number" ? chosen_closures.peek()[index] : undefined;
  if (closure !== undefined) openClosure(closure);
  else if (typeof key === "string") {
    if (key !== "found") select(key);
  } else if (type === null || typeof id !== "string") forgetPicked();
  else attempt(async () => await readPicked(type, id));
}

export function MapView(): JSX.Element {
  return (
    <div class="split">
      <MapPane />
      <Inspector label={TOOL_TEXTS.map.panel}>
        {/* On a phone it is scrolled, by keys too. */}
        <div class="chosen" role="region" aria-label={TOOL_TEXTS.map.panel} tabIndex={0}>
          <ChosenTrain />
          <Picked />
        </div>
        <Lists />
      </Inspector>
    </div>
  );
}

/** Alone, or beside the graph. */
export function MapPane(): JSX.Element {
  const content = useMemo(makeContent, [language.value]);
  useEffect(followZones, []);
  useEffect(() => {
    let last_ms = 0;
    let frame = requestAnimationFrame(function next(now_ms) {
      if (is_playing.peek()) playOn(Math.min(now_ms - last_ms, FRAME_MAX_MS));
      last_ms = now_ms;
      frame = requestAnimationFrame(next);
    });
    return () => {
      is_playing.value = false;
      cancelAnimationFrame(frame);
    };
  }, []);
  return (
    <section class="wide" aria-label={TEXTS.tabs.map}>
      <TimeBar />
      <div class="stage">
        <MapFrame content={content} />
        <Unable />
        <Loading />
      </div>
      <MapLegend offered={SHOWN} />
    </section>
  );
}

function Loading(): JSX.Element | null {
  const [told, fault] = [metadata.value, map_fault.value];
  if (is_unable.value) return null;
  if (fault !== null) {
    return (
      <p class="empty">
        {TOOL_TEXTS.map.failed} {fault}
      </p>
    );
  }
  if (told === null) return <p class="empty">{TOOL_TEXTS.map.loading}</p>;
  return told.bounds === undefined ? <p class="empty">{TOOL_TEXTS.map.no_geometry}</p> : null;
}

/** From the first to the last moment of the trains and of the graph. */
function timeSpan(): { readonly from_ms: number; readonly to_ms: number } {
  const [area, view] = [whole_area.value, viewport.value];
  return {
    from_ms: Math.min(area.from_ms, view.from_ms),
    to_ms: Math.max(area.to_ms, view.to_ms),
  };
}

/** Until the end. */
function playOn(frame_ms: number): void {
  const { to_ms } = timeSpan();
  const next_ms = Math.min(to_ms, map_ms.peek() + SPEED * frame_ms);
  setMoment(next_ms);
  if (next_ms === to_ms) is_playing.value = false;
}

/** At the end it begins again. */
function togglePlay(): void {
  const { from_ms, to_ms } = timeSpan();
  if (!is_playing.peek() && map_ms.peek() >= to_ms) setMoment(from_ms);
  is_playing.value = !is_playing.peek();
}

function TimeBar(): JSX.Element {
  const has_path = (selected_data.value?.path ?? null) !== null;
  const { from_ms, to_ms } = timeSpan();
  return (
    <div class="toolbar">
      <div class="row one grow">
        <IconButton
          icon={is_playing.value ? "pause" : "play"}
          text={is_playing.value ? TOOL_TEXTS.map.pause : TOOL_TEXTS.map.play}
          onClick={togglePlay}
        />
        <label class="field grow">
          <span>
            {TOOL_TEXTS.map.time} {printDay(map_ms.value)}{" "}
            <strong>{printClock(map_ms.value)}</strong>
          </span>
          <input
            type="range"
            min={from_ms}
            max={to_ms}
            step={30_000}
            value={map_ms.value}
            aria-valuetext={printClock(map_ms.value)}
            onInput={(event) => setMoment(event.currentTarget.valueAsNumber)}
          />
        </label>
        <MoreTools>
          <IconButton
            icon="fit"
            text={TOOL_TEXTS.map.fit}
            onClick={() => fitNetwork(metadata.peek())}
          />
          <IconButton
            icon="fit_train"
            text={TOOL_TEXTS.map.fit_path}
            disabled={!has_path}
            onClick={fitPath}
          />
          <LayersMenu offered={SHOWN} />
          <EditorLink />
          <GoTo />
        </MoreTools>
      </div>
    </div>
  );
}

/** The same part of the network, to be edited. */
function EditorLink(): JSX.Element | null {
  const infra_id = setting.value?.infra_id;
  if (infra_id === undefined) return null;
  const [place, layers] = [parameters.place.value, parameters.layers.value];
  const href = printAddress({
    timetable_id: null,
    page: "network",
    opened: [infra_id],
    tab: "map",
    parameters: { place, layers },
  });
  return (
    <a class="button" href={href}>
      {TOOL_TEXTS.editor.edit}
    </a>
  );
}

/** A station of the network, in the middle of the map. */
function GoTo(): JSX.Element {
  const go = (id: string): void =>
    attempt(async () => {
      const point = await placeOf("OperationalPoint", id);
      if (point !== null) goToPoint(point);
    });
  return (
    <Picker
      label={TOOL_TEXTS.map.go_to}
      chosen={null}
      find={findStations}
      onChange={({ id }) => go(id)}
    />
  );
}

type List = "trains" | "conflicts" | "works";
const opened_list = signal<List>("trains");

/** What is where at the moment. Works are opened while one is drawn or changed: its form is in there. */
function Lists(): JSX.Element {
  const [trains, marks] = [useCalm(dots), useCalm(map_marks)];
  const conflicts = marks.filter(({ conflict }) => conflict !== null);
  const has_form = is_drawing_area.value || closure_wish.value !== null;
  const opened = has_form ? "works" : opened_list.value;
  return (
    <Tabs<List>
      label={TOOL_TEXTS.map.panel}
      tabs={[
        { name: "trains", text: TEXTS.graph.trains(trains.length) },
        { name: "conflicts", text: TEXTS.graph.conflicts(conflicts.length) },
        { name: "works", text: TEXTS.setting.works },
      ]}
      opened={opened}
      onOpen={(name) => {
        opened_list.value = name;
      }}
    >
      {opened === "trains" && <Where listed={trains} />}
      {opened === "conflicts" && <Marks listed={conflicts} />}
      {opened === "works" && (
        <>
          {is_drawing_area.value && <p role="status">{TOOL_TEXTS.works.draw_on_map}</p>}
          <Marks listed={marks.filter(({ conflict }) => conflict === null)} />
          <ClosuresPanel />
        </>
      )}
    </Tabs>
  );
}

function Where({ listed }: { readonly listed: typeof dots.value }): JSX.Element {
  return (
    <>
      {listed.length === 0 && <p class="quiet">{TOOL_TEXTS.map.nobody}</p>}
      <Rows label={TOOL_TEXTS.map.where}>
        {listed.map(({ key, name, near }) => (
          <li key={key}>
            <button
              type="button"
              class="item"
              aria-pressed={key === selected_key.value}
              disabled={key === "found"}
              onClick={() => select(key)}
            >
              <strong>{name}</strong> <span class="quiet">{TEXTS.graph.now_at(near)}</span>
            </button>
          </li>
        ))}
      </Rows>
    </>
  );
}

/** What hinders trains at the moment, as on the map. */
function Marks({ listed }: { readonly listed: typeof map_marks.value }): JSX.Element {
  return (
    <>
      {listed.length === 0 && <p class="quiet">{TOOL_TEXTS.map.nothing_there}</p>}
      <ul class="list" tabIndex={0} aria-label={TOOL_TEXTS.map.marks}>
        {listed.slice(0, ROWS_MAX).map(({ conflict, near }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: works have nothing of their own
          <li key={i}>
            {conflict === null ? (
              TOOL_TEXTS.map.work
            ) : (
              <>
                <span class="badge">{conflict.number}</span>{" "}
                {TEXTS.graph.conflict_types[conflict.type]}{" "}
                <strong>{describeRuns(conflict)}</strong>
              </>
            )}{" "}
            <span class="quiet">{TEXTS.graph.now_at(near)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The one that is chosen on the graph too. */
function ChosenTrain(): JSX.Element | null {
  const name = selected_name.value;
  if (name === null) return null;
  const at = dots.value.find(({ key }) => key === selected_key.value);
  return (
    <>
      <h2>{name}</h2>
      <p class="quiet">
        {[
          printClock(selected_start_ms.value),
          selected_train.value?.rolling_stock_name,
          at && TEXTS.graph.now_at(at.near),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}

function Picked(): JSX.Element {
  const one = picked.value;
  if (one === null) return <p class="quiet">{TOOL_TEXTS.map.nothing}</p>;
  return (
    <>
      <h2>
        {TOOL_TEXTS.map.types[one.type]} {one.id}
      </h2>
      <pre tabIndex={0}>{JSON.stringify(one.data, withoutLongLists, 2)}</pre>
    </>
  );
}

/** Hundreds of coordinates say nothing to a reader. */
function withoutLongLists(_key: string, value: unknown): unknown {
  return Array.isArray(value) && value.length > 20 ? `${value.length} …` : value;
}
