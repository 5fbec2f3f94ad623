/** The chosen train's category, in its colour on the graph. */
import type { JSX } from "preact";
import { colourOf, paletteOf } from "../graph/drawing/palette.ts";
import { selected_run } from "../state/selection.ts";
import { is_dark } from "../state/view.ts";
import { nameCategory } from "../texts.ts";

export function Category(): JSX.Element | null {
  const run = selected_run.value;
  if (run === null || run.look === "") return null;
  const palette = paletteOf(is_dark.value);
  return (
    <span
      class="category"
      style={{ background: colourOf(palette, run.look), color: palette.background }}
    >
      {nameCategory(run.look)}
    </span>
  );
}
