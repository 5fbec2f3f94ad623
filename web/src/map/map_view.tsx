/** The network, the chosen path, and where the trains are at a time. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClock, printDay } from "../parts/clock.ts";
import { select, selected_data, selected_key } from "../state/selection.ts";
import { viewport, wholeArea } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { fitNetwork, fitPath, MapCanvas } from "./map_canvas.tsx";
import {
  dots,
  is_too_large,
  map_fault,
  map_ms,
  network,
  picked,
  readLarge,
  setMoment,
} from "./map_state.ts";

const is_playing = signal(false);
const TICK_MS = 100;
/** A minute of the railway each tenth of a second. */
const STEP_MS = 60_000;

export function MapView(): JSX.Element {
  useEffect(() => {
    const timer = setInterval(() => {
      if (is_playing.peek()) setMoment(map_ms.peek() + STEP_MS);
    }, TICK_MS);
    return () => {
      is_playing.value = false;
      clearInterval(timer);
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
          {is_loading && <p class="empty">{TEXTS.map.loading}</p>}
          {is_too_large.value && (
            <p class="remark" role="status">
              {TEXTS.map.too_large}{" "}
              <button type="button" onClick={readLarge}>
                {TEXTS.map.read_large}
              </button>
            </p>
          )}
          {is_bare && <p class="empty">{TEXTS.map.no_geometry}</p>}
          {map_fault.value !== null && (
            <p class="empty">
              {TEXTS.map.failed} {map_fault.value}
            </p>
          )}
        </div>
      </section>
      <aside class="panel" aria-label={TEXTS.map.where}>
        <Picked />
        <Where />
      </aside>
    </div>
  );
}

function TimeBar(): JSX.Element {
  const area = wholeArea();
  const has_path = (selected_data.value?.path ?? null) !== null;
  const [from_ms, to_ms] = [
    Math.min(area.from_ms, viewport.value.from_ms),
    Math.max(area.to_ms, viewport.value.to_ms),
  ];
  return (
    <div class="toolbar">
      <div class="row grow">
        <button
          type="button"
          onClick={() => {
            is_playing.value = !is_playing.peek();
          }}
        >
          {is_playing.value ? TEXTS.map.pause : TEXTS.map.play}
        </button>
        <label class="field grow">
          <span>
            {TEXTS.map.time} {printDay(map_ms.value)} <strong>{printClock(map_ms.value)}</strong>
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
          {TEXTS.map.fit}
        </button>
        <button type="button" disabled={!has_path} onClick={fitPath}>
          {TEXTS.map.fit_path}
        </button>
      </div>
    </div>
  );
}

function Where(): JSX.Element {
  const listed = dots.value;
  return (
    <details open>
      <summary>
        {TEXTS.map.where} ({listed.length})
      </summary>
      {listed.length === 0 && <p class="quiet">{TEXTS.map.nobody}</p>}
      <ul class="list">
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
      </ul>
    </details>
  );
}

function Picked(): JSX.Element {
  const one = picked.value;
  return (
    <details open>
      <summary>{TEXTS.map.chosen}</summary>
      {one === null && <p class="quiet">{TEXTS.map.nothing}</p>}
      {one !== null && (
        <>
          <h2>
            {TEXTS.map[one.kind]} {one.id}
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
