/** The editor of a network: its map, tools, the chosen object's form, faults. */
import { effect } from "@preact/signals";
import type { Map as GlMap } from "maplibre-gl";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { addressOf } from "../api/client.ts";
import { LayersMenu, MapLegend } from "../map/layers_menu.tsx";
import {
  fitNetwork,
  type MapContent,
  MapFrame,
  open_map,
  type Picked,
  Unable,
} from "../map/map_frame.tsx";
import { shown_groups } from "../map/shown_groups.ts";
import { ink } from "../map/style/ink.ts";
import { GROUPS } from "../map/style/network_layers.ts";
import { CheckField, Field } from "../parts/fields.tsx";
import { IconButton } from "../parts/icon.tsx";
import { Inspector } from "../parts/inspector.tsx";
import { MoreTools } from "../parts/more_tools.tsx";
import { StepButtons } from "../parts/step_buttons.tsx";
import { language } from "../state/asked/reader.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { ChosenPanel } from "./chosen_panel.tsx";
import { CompletionDialog } from "./completion_dialog.tsx";
import {
  can_store,
  forgetSteps,
  pending,
  redo,
  steps,
  storing_count,
  undo,
} from "./edits/commit.ts";
import { askCompletion, completion, is_asking } from "./edits/completion.ts";
import { copied, turn } from "./edits/copying.ts";
import type { ObjectType } from "./edits/edits.ts";
import { followFaults } from "./edits/faults.ts";
import {
  can_edit,
  edited_id,
  followEdited,
  has_tiles,
  infra,
  infra_fault,
  may_edit,
  metadata,
  setLock,
} from "./edits/infra_state.ts";
import { followMoves, moveToCross } from "./edits/moving.ts";
import { aimAt } from "./edits/preview.ts";
import { EditsPanel } from "./edits_panel.tsx";
import { FaultsStrip } from "./faults_strip.tsx";
import { editorOn, followOverlay, overlay } from "./overlay.ts";
import { deleteChosen, followChosen, hidden_ids, unchoose } from "./selected.ts";
import { TOOL_KEYS, TOOLS, tool } from "./tool_choice.ts";
import { ToolRail } from "./tool_rail.tsx";
import {
  type Click,
  click,
  drawn_points,
  dropPoint,
  finishTrack,
  hint,
  takeTool,
} from "./tools.ts";
import "../map/map.css";
import "./editor.css";

/** Layers whose features can be chosen, and the type of object that each has. */
const MEANT: Readonly<Record<string, ObjectType>> = {
  signal_pictures: "Signal",
  signals: "Signal",
  switches: "Switch",
  buffer_stops: "BufferStop",
  detectors: "Detector",
  operational_points: "OperationalPoint",
  routes: "Route",
  track_sections: "TrackSection",
  speed_sections: "SpeedSection",
  psl: "SpeedSection",
  electrifications: "Electrification",
  neutral_sections: "NeutralSection",
};

const TRACKS = "track_sections";

function toClick({ drawn, meant, near, at, reach_m }: Picked): Click {
  return {
    at,
    reach_m,
    drawn,
    findMeant: () => {
      const feature = meant();
      const type = MEANT[feature?.layer.id ?? ""];
      const id: unknown = feature?.properties["id"];
      return type === undefined || typeof id !== "string" ? null : { type, id };
    },
    findTracks: (corner) => [
      ...new Set(near(TRACKS, corner).map(({ properties }) => String(properties["id"]))),
    ],
  };
}

function makeContent(): MapContent {
  return {
    label: TOOL_TEXTS.editor.label,
    metadata,
    groups: shown_groups,
    hidden: hidden_ids,
    is_growing: true,
    own: () => editorOn(ink.value),
    features: overlay,
    meant: Object.keys(MEANT),
    onPick: (picked) => attempt(async () => await click(toClick(picked))),
    onAim: (picked) => void aimAt(picked === null ? null : toClick(picked)),
    pressKey,
    start: startMap,
  };
}

function pressKey({ key, ctrlKey, metaKey }: KeyboardEvent, map: GlMap): boolean {
  const has_control = ctrlKey || metaKey;
  const taken = has_control ? undefined : TOOLS.find((one) => TOOL_KEYS[one] === key);
  if (key === "u" || (has_control && key === "z")) attempt(undo);
  else if (key === "U" || (has_control && key === "y")) attempt(redo);
  else if (key === "Delete") attempt(deleteChosen);
  else if (key === "Backspace") dropPoint();
  else if (key === "f") attempt(finishTrack);
  else if (key === "m") attempt(async () => await moveToCross(map));
  else if (key === "Escape") leave();
  else if (taken !== undefined && (taken === "select" || can_edit.peek())) takeTool(taken);
  else return false;
  return true;
}

/** First what is begun, then the tool, then what is chosen. */
function leave(): void {
  if (drawn_points.peek().length > 0 || tool.peek() !== "select") takeTool("select");
  else unchoose();
}

function startMap(map: GlMap): () => void {
  const stopMoves = followMoves(map);
  const stopPending = effect(() => {
    if (!has_tiles.value || storing_count.value > 0 || pending.value.size === 0) return;
    // Tiles have what was stored when all that were asked for since are drawn.
    void map.once("idle", () => {
      if (has_tiles.peek() && storing_count.peek() === 0) pending.value = new Map();
    });
    map.triggerRepaint();
  });
  return () => {
    stopMoves();
    stopPending();
  };
}

export function EditorView(): JSX.Element {
  const content = useMemo(makeContent, [language.value]);
  const id = edited_id.value;
  useEffect(() => {
    const ends = [followEdited(), followFaults(), followChosen(), followOverlay()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useEffect(
    () => () => {
      forgetSteps();
      completion.value = null;
      unchoose();
      takeTool("select");
    },
    [id],
  );
  return (
    <div class="split editor">
      <section class="wide" aria-labelledby="edited">
        <Heading />
        <div class="railed">
          <ToolRail />
          <div class="stage">
            <MapFrame content={content} />
            <Unable />
            {infra_fault.value !== null && <p class="empty">{infra_fault.value}</p>}
            <Hint />
            <div class="float zoom">
              <IconButton
                icon="fit"
                text={TOOL_TEXTS.map.fit}
                disabled={open_map.value === null}
                onClick={() => fitNetwork(metadata.peek())}
              />
            </div>
          </div>
        </div>
        <MapLegend offered={GROUPS} />
        <FaultsStrip />
      </section>
      <Inspector label={TOOL_TEXTS.editor.panel}>
        <ChosenPanel />
        <EditsPanel />
      </Inspector>
      {completion.value !== null && <CompletionDialog proposal={completion.value} />}
    </div>
  );
}

/** What is edited, and what is done with all of it. */
function Heading(): JSX.Element {
  const one = infra.value;
  return (
    <div class="row one editor-head">
      <h1 id="edited">{TOOL_TEXTS.editor.heading(one?.name ?? "…")}</h1>
      {one?.locked === true && <span class="mark warning">{TOOL_TEXTS.editor.locked}</span>}
      {one !== null && !may_edit.value && (
        <span class="mark warning">{TOOL_TEXTS.editor.no_writing}</span>
      )}
      <span class="grow" />
      <StepButtons
        steps={steps.value}
        nameOf={({ name }) => name}
        act={{ undo, redo }}
        disabled={!can_edit.value}
      />
      <MoreTools>
        <button
          type="button"
          disabled={!can_store.value || is_asking.value}
          onClick={() => attempt(askCompletion)}
        >
          {TOOL_TEXTS.editor.complete}
        </button>
        <LayersMenu offered={GROUPS} />
        {one !== null && <Files id={one.id} />}
        {may_edit.value && (
          <button
            type="button"
            onClick={() => attempt(async () => await setLock(one?.locked !== true))}
          >
            {one?.locked === true ? TOOL_TEXTS.editor.unlock : TOOL_TEXTS.editor.lock}
          </button>
        )}
      </MoreTools>
    </div>
  );
}

/** The network as files. */
function Files({ id }: { readonly id: number }): JSX.Element {
  const place = addressOf(`/infra/${id}`);
  return (
    <>
      <a class="button" href={`${place}/railjson`} download={`network_${id}.json`}>
        {TOOL_TEXTS.editor.as_railjson}
      </a>
      <a class="button" href={`${place}/export?format=railml`} download={`network_${id}.railml`}>
        {TOOL_TEXTS.editor.as_railml}
      </a>
    </>
  );
}

/** What a click would do now, with what the tool in hand needs. It floats: the map must not move below the next click. */
function Hint(): JSX.Element {
  return (
    <div class="float hint">
      <p role="status">{can_edit.value ? hint.value : TOOL_TEXTS.editor.hints.select}</p>
      {tool.value === "track" && (
        <button
          type="button"
          class="main"
          disabled={drawn_points.value.length < 2}
          onClick={() => attempt(finishTrack)}
        >
          {TOOL_TEXTS.editor.finish}
        </button>
      )}
      {tool.value === "copy" && copied.value !== null && <Turning />}
    </div>
  );
}

/** How a copy lies where it is put. */
function Turning(): JSX.Element {
  const { degrees, is_mirrored } = turn.value;
  return (
    <div class="row">
      <Field
        label={TOOL_TEXTS.editor.turn}
        type="number"
        min={-180}
        max={180}
        value={degrees}
        onInput={({ currentTarget: { valueAsNumber } }) => {
          if (Number.isFinite(valueAsNumber)) turn.value = { degrees: valueAsNumber, is_mirrored };
        }}
      />
      <CheckField
        label={TOOL_TEXTS.editor.mirrored}
        is_on={is_mirrored}
        onChange={(is_on) => {
          turn.value = { degrees, is_mirrored: is_on };
        }}
      />
    </div>
  );
}
