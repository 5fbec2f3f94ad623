/** Floats on the graph: what its colours mean. A click hides a kind of trains, with Alt all others. */
import type { JSX } from "preact";
import { BASE_DASH, FAILED_DASH, TRIED_DASH } from "../graph/drawing/draw.ts";
import { colourOf, dashOf, type Palette, paletteOf, widthOf } from "../graph/drawing/palette.ts";
import { Choice } from "../parts/choice.tsx";
import { Menu } from "../parts/menu.tsx";
import { setParameters, tab } from "../state/address.ts";
import { shows_base } from "../state/asked/base_runs.ts";
import { runs, works } from "../state/graph.ts";
import { LOOKS, type Look, lookOf, valueOf } from "../state/looks.ts";
import { shows_requirements } from "../state/selection.ts";
import { compared_runs, hidden_values, hideValues, is_dark } from "../state/view.ts";
import { beside, limits } from "../state/works/limits.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function Legend(): JSX.Element {
  const palette = paletteOf(is_dark.value);
  return (
    <div class="legend float">
      <ul aria-label={TOOL_TEXTS.looks.legend}>
        <Looks palette={palette} />
        {compared_runs.value.some(({ band }) => !band) && (
          <li>
            <Sample colour={palette.compared} width_px={1} />
            {tab.value === "today" ? TOOL_TEXTS.today.expected : TEXTS.panels.compared}
          </li>
        )}
        {works.value.length + beside.value.works.length > 0 && (
          <li>
            <Area fill={palette.work_fill} stroke={palette.work} />
            {TOOL_TEXTS.looks.work}
          </li>
        )}
        {limits.value.length + beside.value.limits.length > 0 && (
          <li>
            <Area fill={palette.limit_fill} stroke={palette.limit} />
            {TOOL_TEXTS.looks.limit}
          </li>
        )}
        {shows_requirements.value && (
          <li>
            <Area fill={palette.requirement_fill} stroke="none" />
            {TOOL_TEXTS.looks.requirement}
          </li>
        )}
      </ul>
      <Menu label={TOOL_TEXTS.looks.legend} kind="above">
        <LookChoice />
        <Meanings palette={palette} />
      </Menu>
    </div>
  );
}

/** Of what is not a kind of trains. */
function Meanings({ palette }: { readonly palette: Palette }): JSX.Element {
  return (
    <ul>
      <li>
        <Sample colour={palette.quiet_text} dash={BASE_DASH} />
        {shows_base.value ? TOOL_TEXTS.looks.bases : TOOL_TEXTS.looks.base}
      </li>
      <li>
        <Sample colour={palette.tried} dash={TRIED_DASH} />
        {TOOL_TEXTS.looks.tried}
      </li>
      <li>
        <Sample colour={palette.failed} dash={FAILED_DASH} />
        {TOOL_TEXTS.looks.failed}
      </li>
      <li>
        <Area fill={palette.conflict_fill} stroke={palette.conflict} />
        {TOOL_TEXTS.looks.conflict}
      </li>
      <li class="quiet">{TOOL_TEXTS.looks.hide}</li>
      <li class="quiet">{TOOL_TEXTS.looks.rectangle}</li>
    </ul>
  );
}

/** Further ones are only counted. */
const LOOKS_MAX = 24;

/** What the colours and dashes of the trains tell, with their numbers. */
function Looks({ palette }: { readonly palette: Palette }): JSX.Element {
  const by = lookOf(runs.value);
  const counted = new Map<string, { look: string; count: number }>();
  for (const run of runs.value) {
    const value = valueOf(by, run);
    const known = counted.get(value);
    if (known === undefined) counted.set(value, { look: run.look, count: 1 });
    else known.count++;
  }
  counted.delete("");
  const listed = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hidden = hidden_values.value;
  const press = (value: string, is_only: boolean): void => {
    const others = listed.map(([one]) => one).filter((one) => one !== value);
    if (is_only) hideValues(others.every((one) => hidden.has(one)) ? [] : others);
    else if (hidden.has(value)) hideValues([...hidden].filter((one) => one !== value));
    else hideValues([...hidden, value]);
  };
  return (
    <>
      {listed.slice(0, LOOKS_MAX).map(([value, { look, count }]) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={!hidden.has(value)}
            title={TOOL_TEXTS.looks.hide}
            onClick={({ altKey }) => press(value, altKey)}
          >
            <Sample colour={colourOf(palette, look)} dash={dashOf(look)} width_px={widthOf(look)} />
            {nameValue(by, value)} <span class="quiet">{count}</span>
          </button>
        </li>
      ))}
      {listed.length > LOOKS_MAX && <li>{TOOL_TEXTS.edits.more(listed.length - LOOKS_MAX)}</li>}
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
      onChange={(look) => setParameters({ look, hidden: "" })}
    />
  );
}

function Sample({
  colour,
  dash = [],
  width_px = 2.4,
}: {
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly width_px?: number;
}): JSX.Element {
  return (
    <svg width="24" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="24"
        y2="4"
        stroke={colour}
        stroke-width={width_px}
        stroke-dasharray={dash.join(" ")}
      />
    </svg>
  );
}

function Area(style: { readonly fill: string; readonly stroke: string }): JSX.Element {
  return (
    <svg width="22" height="10" aria-hidden="true">
      <rect width="22" height="10" {...style} />
    </svg>
  );
}
