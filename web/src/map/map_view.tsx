/** The network, the chosen path, and where the trains are at a time. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClock, printDay } from "../graph/clock.ts";
import { LATER } from "../later_texts.ts";
import { Rows } from "../parts/rows.tsx";
import { describeRuns } from "../state/conflict_names.ts";
import { select, selected_data, selected_key } from "../state/selection.ts";
import { viewport, whole_area } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { fitNetwork, fitPath, MapCanvas } from "./map_canvas.tsx";
import {
  is_too_large,
  listed_dots,
  listed_marks,
  map_fault,
  map_ms,
  network,
  picked,
  readLarge,
  setMoment,
} from "./map_state.ts";

const is_playing = signal(false);
const MARKS_MAX = 200;
/** Ten minutes of the railway a second. */
const SPEED = 600;
/** A picture that comes later than this is not caught up with. */
const FRAME_MAX_MS = 250;

export function MapView(): JSX.Element {
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
  const is_loading = network.value === null && map_fault.value === null;
  const is_bare = network.value !== null && network.value.tracks.size === 0;
  return (
    <div class="split">
      <section class="wide" aria-label={TEXTS.tabs.map}>
        <TimeBar />
        <div class="stage">
          <MapCanvas />
          {is_loading && <p class="empty">{LATER.map.loading}</p>}
          {is_too_large.value && (
            <p class="remark" role="status">
              {LATER.map.too_large}{" "}
              <button type="button" onClick={readLarge}>
                {LATER.map.read_large}
              </button>
            </p>
          )}
          {is_bare && <p class="empty">{LATER.map.no_geometry}</p>}
          {map_fault.value !== null && (
            <p class="empty">
              {LATER.map.failed} {map_fault.value}
            </p>
          )}
        </div>
      </section>
      <aside class="panel" aria-label={LATER.map.where}>
        <Picked />
        <Where />
        <Marks />
      </aside>
    </div>
  );
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
      <div class="row grow">
        <button type="button" onClick={togglePlay}>
          {is_playing.value ? LATER.map.pause : LATER.map.play}
        </button>
        <label class="field grow">
          <span>
            {LATER.map.time} {printDay(map_ms.value)} <strong>{printClock(map_ms.value)}</strong>
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
        <button type="button" onClick={fitNetwork}>
          {LATER.map.fit}
        </button>
        <button type="button" disabled={!has_path} onClick={fitPath}>
          {LATER.map.fit_path}
        </button>
      </div>
    </div>
  );
}

function Where(): JSX.Element {
  const listed = listed_dots.value;
  return (
    <details open>
      <summary>
        {LATER.map.where} ({listed.length})
      </summary>
      {listed.length === 0 && <p class="quiet">{LATER.map.nobody}</p>}
      <Rows label={LATER.map.where}>
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
    </details>
  );
}

/** What hinders trains at the moment, as on the map. */
function Marks(): JSX.Element {
  const listed = listed_marks.value;
  return (
    <details open>
      <summary>
        {LATER.map.marks} ({listed.length})
      </summary>
      {listed.length === 0 && <p class="quiet">{LATER.map.nothing_there}</p>}
      <ul class="list">
        {listed.slice(0, MARKS_MAX).map(({ conflict, near }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: works have nothing of their own
          <li key={i}>
            {conflict === null ? (
              LATER.map.work
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
    </details>
  );
}

function Picked(): JSX.Element {
  const one = picked.value;
  return (
    <details open>
      <summary>{LATER.map.chosen}</summary>
      {one === null && <p class="quiet">{LATER.map.nothing}</p>}
      {one !== null && (
        <>
          <h2>
            {LATER.map[one.kind]} {one.id}
          </h2>
          <pre tabIndex={0}>{JSON.stringify(one.data, withoutLongLists, 2)}</pre>
        </>
      )}
    </details>
  );
}

/** Hundreds of coordinates say nothing to a reader. */
function withoutLongLists(_key: string, value: unknown): unknown {
  return Array.isArray(value) && value.length > 20 ? `${value.length} …` : value;
}
