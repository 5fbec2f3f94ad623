/** The meaning of colours, dashes and shapes. */
import type { JSX } from "preact";
import { BASE_DASH, FAILED_DASH, TRIED_DASH } from "../graph/draw.ts";
import { colourOf, dashOf, paletteOf } from "../graph/palette.ts";
import { shows_base } from "../state/base_runs.ts";
import { runs, works } from "../state/graph.ts";
import { limits } from "../state/limits.ts";
import { shows_requirements } from "../state/selection.ts";
import { compared_runs, is_dark } from "../state/view.ts";
import { nameCategory, TEXTS } from "../texts.ts";

export function Legend(): JSX.Element {
  const palette = paletteOf(is_dark.value);
  const categories = [...new Set(runs.value.map(({ category }) => category))].filter(Boolean);
  return (
    <ul class="legend" aria-label={TEXTS.graph.legend}>
      {categories.sort().map((category) => (
        <li key={category}>
          <Sample colour={colourOf(palette, category)} dash={dashOf(category)} />
          {nameCategory(category)}
        </li>
      ))}
      <li>
        <Sample colour={palette.quiet_text} dash={BASE_DASH} />
        {shows_base.value ? TEXTS.graph.legend_bases : TEXTS.graph.legend_base}
      </li>
      {compared_runs.value.length > 0 && (
        <li>
          <Sample colour={palette.compared} dash={[]} width_px={1} />
          {TEXTS.panels.compared}
        </li>
      )}
      <li>
        <Sample colour={palette.tried} dash={TRIED_DASH} />
        {TEXTS.graph.legend_tried}
      </li>
      <li>
        <Sample colour={palette.failed} dash={FAILED_DASH} />
        {TEXTS.graph.legend_failed}
      </li>
      <li>
        <svg width="22" height="10" aria-hidden="true">
          <rect width="22" height="10" fill={palette.conflict_fill} stroke={palette.conflict} />
        </svg>
        {TEXTS.graph.legend_conflict}
      </li>
      {works.value.length > 0 && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.work_fill} stroke={palette.work} />
          </svg>
          {TEXTS.graph.legend_work}
        </li>
      )}
      {limits.value.length > 0 && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.limit_fill} stroke={palette.limit} />
          </svg>
          {TEXTS.graph.legend_limit}
        </li>
      )}
      {shows_requirements.value && (
        <li>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={palette.requirement_fill} />
          </svg>
          {TEXTS.graph.legend_requirement}
        </li>
      )}
      <li class="quiet">{TEXTS.graph.rectangle}</li>
    </ul>
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
