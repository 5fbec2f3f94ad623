/** The graph and its data as files, and a link that opens the same view. */
import type { JSX } from "preact";
import { addressOf } from "../api/client.ts";
import { runQuery } from "../api/setting.ts";
import { paletteOf } from "../graph/palette.ts";
import { printSvg } from "../graph/svg.ts";
import { setParameters, timetable_id } from "../state/address.ts";
import { works } from "../state/graph.ts";
import { attempt, tell } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import {
  placed_stations,
  printView,
  viewport,
  visible_base_runs,
  visible_conflicts,
  visible_runs,
} from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { painter } from "./graph_state.ts";

export function OutPanel(): JSX.Element | null {
  const [id, chosen] = [timetable_id.value, setting.value];
  if (id === null || chosen === null) return null;
  const query = new URLSearchParams(
    Object.entries(runQuery(chosen)).map(([name, value]) => [name, String(value)]),
  );
  const place = addressOf(`/timetable/${id}`);
  return (
    <details>
      <summary>{TEXTS.out.heading}</summary>
      <p class="row">
        <button type="button" onClick={saveSvg}>
          {TEXTS.out.svg}
        </button>
        <button type="button" onClick={savePng}>
          {TEXTS.out.png}
        </button>
        <a class="button" href={`${place}/times?${query}`} download={`times_${id}.csv`}>
          {TEXTS.out.csv}
        </a>
        <a class="button" href={`${place}/export?format=json`} download={`timetable_${id}.json`}>
          {TEXTS.out.json}
        </a>
        <button type="button" onClick={() => attempt(copyLink)}>
          {TEXTS.out.link}
        </button>
      </p>
    </details>
  );
}

function saveSvg(): void {
  const scene = {
    stations: placed_stations.peek(),
    runs: visible_runs.peek(),
    base_runs: visible_base_runs.peek(),
    conflicts: visible_conflicts.peek(),
    works: works.peek(),
  };
  const text = printSvg(scene, viewport.peek(), paletteOf(false));
  save(new Blob([text], { type: "image/svg+xml" }), "train_graph.svg");
}

function savePng(): void {
  painter
    .peek()
    ?.copy()
    .toBlob((blob) => {
      if (blob !== null) save(blob, "train_graph.png");
    });
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copyLink(): Promise<void> {
  setParameters({ view: printView(viewport.peek()) });
  await navigator.clipboard.writeText(location.href);
  tell("done", TEXTS.out.copied);
}
