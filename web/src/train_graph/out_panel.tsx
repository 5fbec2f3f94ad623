/** The graph and its data as files, and a link that opens the same view. */
import type { JSX } from "preact";
import { addressOf } from "../api/client.ts";
import { runQuery } from "../api/setting.ts";
import { paletteOf } from "../graph/drawing/palette.ts";
import { opened_out } from "../out/opened.ts";
import { save } from "../parts/save.ts";
import { setParameters, timetable_id } from "../state/address.ts";
import { attempt, tell } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { printView, scene, viewport } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { painter } from "./graph_state.ts";

/** Export formats of a timetable for other programs, with their file endings. */
const FORMATS = [
  ["railml", "railml"],
  ["gtfs", "zip"],
  ["netex", "xml"],
  ["nge", "json"],
  ["xlsx", "xlsx"],
  ["csv", "csv"],
] as const;

export function OutPanel(): JSX.Element | null {
  const [id, chosen] = [timetable_id.value, setting.value];
  if (id === null || chosen === null) return null;
  const query = new URLSearchParams(
    Object.entries(runQuery(chosen)).map(([name, value]) => [name, String(value)]),
  );
  const place = addressOf(`/timetable/${id}`);
  return (
    <>
      <p class="row">
        <button type="button" onClick={() => open("print")}>
          {TOOL_TEXTS.out.print}
        </button>
        <button type="button" onClick={() => open("tables")}>
          {TOOL_TEXTS.out.tables}
        </button>
        <button type="button" onClick={() => attempt(saveSvg)}>
          {TOOL_TEXTS.out.svg}
        </button>
        <button type="button" onClick={savePng}>
          {TOOL_TEXTS.out.png}
        </button>
        <a class="button" href={`${place}/times?${query}`} download={`times_${id}.csv`}>
          {TOOL_TEXTS.out.csv}
        </a>
        <a class="button" href={`${place}/export?format=json`} download={`timetable_${id}.json`}>
          {TOOL_TEXTS.out.json}
        </a>
        <button type="button" onClick={() => attempt(copyLink)}>
          {TOOL_TEXTS.out.link}
        </button>
      </p>
      <p class="row">
        {TOOL_TEXTS.out.others}
        {FORMATS.map(([format, ending]) => (
          <a
            key={format}
            class="button"
            href={`${place}/export?format=${format}&infra=${chosen.infra_id}`}
            download={`timetable_${id}.${ending}`}
          >
            {TOOL_TEXTS.out.formats[format]}
          </a>
        ))}
      </p>
    </>
  );
}

function open(which: "print" | "tables"): void {
  opened_out.value = which;
}

async function saveSvg(): Promise<void> {
  const { printSvg } = await import("../graph/drawing/svg.ts");
  const text = printSvg(scene.peek(), viewport.peek(), paletteOf(false));
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

async function copyLink(): Promise<void> {
  setParameters({ view: printView(viewport.peek()) });
  await navigator.clipboard.writeText(location.href);
  tell("done", TOOL_TEXTS.out.copied);
}
