/** Who is at a station in the visible time: opened inside the graph, as a list. */
import type { JSX } from "preact";
import { firstAfter, type Run } from "../graph/runs.ts";
import { Choice } from "../parts/choice.tsx";
import { printClock } from "../parts/clock.ts";
import { select } from "../state/selection.ts";
import { placed_stations, viewport, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { occupied_station } from "./graph_state.ts";

interface Visit {
  readonly run: Run;
  readonly from_ms: number;
  readonly to_ms: number;
}

const NEAR_SHARE = 0.002;

/** Chooses the station. */
export function Occupancy(): JSX.Element {
  const stations = placed_stations.value;
  const none = { value: "", text: TEXTS.setting.none };
  return (
    <Choice
      label={TEXTS.graph.occupancy}
      value={occupied_station.value?.name ?? ""}
      options={[none, ...stations.map(({ name }) => ({ value: name, text: name }))]}
      onChange={(name) => {
        occupied_station.value = stations.find((one) => one.name === name) ?? null;
      }}
    />
  );
}

/** The trains at the chosen station. */
export function Visits(): JSX.Element | null {
  const chosen = occupied_station.value;
  if (chosen === null) return null;
  const { from_ms, to_ms } = viewport.value;
  const visits = visible_runs.value
    .flatMap((run) => visitOf(run, chosen.share))
    .filter((visit) => visit.to_ms >= from_ms && visit.from_ms <= to_ms)
    .toSorted((a, b) => a.from_ms - b.from_ms);
  return (
    <div class="visits" role="group" aria-label={TEXTS.graph.occupancy_of(chosen.name)}>
      {visits.length === 0 && <p class="quiet">{TEXTS.graph.nobody_there}</p>}
      {visits.map(({ run, from_ms: arrival_ms, to_ms: departure_ms }) => (
        <button type="button" key={run.key} onClick={() => select(run.key)}>
          {printClock(arrival_ms)}
          {departure_ms > arrival_ms && `–${printClock(departure_ms)}`} {run.name}
        </button>
      ))}
    </div>
  );
}

/** From the first to the last moment of a run near a place. */
function visitOf(run: Run, share: number): Visit[] {
  for (const { times_ms, shares, from_share, to_share } of run.curves) {
    if (share < from_share - NEAR_SHARE || share > to_share + NEAR_SHARE) continue;
    const is_rising = (shares.at(-1) ?? 0) > (shares[0] ?? 0);
    const along = is_rising ? shares : shares.map((value) => -value);
    const wanted = is_rising ? share : -share;
    const enter = Math.min(times_ms.length - 1, firstAfter(along, wanted - NEAR_SHARE));
    const leave = Math.max(enter, firstAfter(along, wanted + NEAR_SHARE) - 1);
    const [from, to] = [times_ms[enter] ?? 0, times_ms[leave] ?? 0];
    return [{ run, from_ms: run.start_ms + from, to_ms: run.start_ms + to }];
  }
  return [];
}
