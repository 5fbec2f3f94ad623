/** The meaning of colours, dashes and shapes. */
import type { JSX } from "preact";
import { BASE_DASH, FAILED_DASH, TRIED_DASH } from "../graph/drawing/draw.ts";
import { colourOf, dashOf, type Palette, paletteOf } from "../graph/drawing/palette.ts";
import { Choice } from "../parts/choice.tsx";
import { setParameters } from "../state/address.ts";
import { shows_base } from "../state/asked/base_runs.ts";
import { runs, works } from "../state/graph.ts";
import { LOOKS, type Look, lookOf, valueOf } from "../state/looks.ts";
import { shows_requirements } from "../state/selection.ts";
import { compared_runs, is_dark } from "../state/view.ts";
import { beside, limits } from "../state/works/limits.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function Legend(): JSX.Element {
  const palette = paletteOf(is_dark.value);
  return (
    <ul class="legend" aria-label={TOOL_TEXTS.looks.legend}>
      <li>
        <LookChoice />
      </li>
      <Looks palette={palette} />
      <li>
        <Sample colour={palette.quiet_text} dash={BASE_DASH} />
        {shows_base.value ? TOOL_TEXTS.looks.bases : TOOL_TEXTS.looks.base}
      </li>
      {compared_runs.value.length > 0 && (
        <li>
          <Sample colour={palette.compared} dash={[]} width_px={1} />
          {TEXTS.panels.compared}
        </li>
      )}
      <li>
        <Sample colour={palette.tried} dash={TRIED_DASH} />
        {TOOL_TEXTS.looks.tried}
      </li>
      <li>
        <Sample colour={palette.failed} dash={FAILED_DASH} />
        {TOOL_TEXTS.looks.failed}
      </li>
      <li>
        <svg width="22" height="10" aria-hidden="true">
          <rect width="22" height="10" fill={palette.conflict_fill} stroke={palette.conflict} />
        </svg>
        {TOOL_TEXTS.looks.conflict}
      </li>
      {works.value.length + beside.value.works.length > 0 && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.work_fill} stroke={palette.work} />
          </svg>
          {TOOL_TEXTS.looks.work}
        </li>
      )}
      {limits.value.length + beside.value.limits.length > 0 && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.limit_fill} stroke={palette.limit} />
          </svg>
          {TOOL_TEXTS.looks.limit}
        </li>
      )}
      {shows_requirements.value && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.requirement_fill} />
          </svg>
          {TOOL_TEXTS.looks.requirement}
        </li>
      )}
      <li class="quiet">{TOOL_TEXTS.looks.rectangle}</li>
    </ul>
  );
}

/** Further ones are only counted. */
const LOOKS_MAX = 24;

/** What the colours and dashes of the trains tell. */
function Looks({ palette }: { readonly palette: Palette }): JSX.Element {
  const by = lookOf(runs.value);
  const listed = [...new Map(runs.value.map((run) => [valueOf(by, run), run.look]))]
    .filter(([value]) => value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <>
      {listed.slice(0, LOOKS_MAX).map(([value, look]) => (
        <li key={value}>
          <Sample colour={colourOf(palette, look)} dash={dashOf(look)} />
          {nameValue(by, value)}
        </li>
      ))}
      {listed.length > LOOKS_MAX && <li>{TEXTS.edits.more(listed.length - LOOKS_MAX)}</li>}
    </>
  );
}

function nameValue(by: Look, value: string): string {
  if (by === "category") return nameCategory(value);
  if (by !== "direction") return value;
  return value === "against" ? TEXTS.graph.against : TEXTS.graph.along;
}

function LookChoice(): JSX.Element {
  const names: Readonly<Record<Look, string>> = {
    category: TEXTS.graph.category,
    stock: TEXTS.graph.stock,
    label: TEXTS.graph.label_filter,
    direction: TEXTS.graph.direction,
  };
  return (
    <Choice
      label={TOOL_TEXTS.looks.by}
      value={lookOf(runs.value)}
      options={LOOKS.map((value) => ({ value, text: names[value] }))}
      onChange={(look) => setParameters({ look })}
    />
  );
}

function Sample({
  colour,
  dash,
  width_px = 2.4,
}: {
  readonly colour: string;
  readonly dash: readonly number[];
  readonly width_px?: number;
}): JSX.Element {
  return (
    <svg width="32" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="32"
        y2="4"
        stroke={colour}
        stroke-width={width_px}
        stroke-dasharray={dash.join(" ")}
      />
    </svg>
  );
}
