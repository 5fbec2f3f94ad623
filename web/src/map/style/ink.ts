/** Colours of the map: the page's palette, or the reader's own where colours are forced. */
import { computed, signal } from "@preact/signals";
import { type Palette, paletteOf } from "../../graph/drawing/palette.ts";
import { is_dark } from "../../state/view.ts";
import { ZONE_COLOUR } from "./classes.ts";
import type { Ink } from "./style_parts.ts";

const forced_query = matchMedia("(forced-colors: active)");
const is_forced = signal(forced_query.matches);
forced_query.addEventListener("change", () => {
  is_forced.value = forced_query.matches;
});

/** What the system's colour is in this browser, as drawings need it. */
function readSystem(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

export const map_palette = computed<Palette>(() => {
  const own = paletteOf(is_dark.value);
  if (!is_forced.value) return own;
  const [background, text, selected] = ["Canvas", "CanvasText", "Highlight"].map(readSystem);
  if (background === undefined || text === undefined || selected === undefined) return own;
  return { ...own, background, text, quiet_text: text, selected, now: text };
});

export const ink = computed<Ink>(() => {
  const palette = map_palette.value;
  const zone = is_dark.value ? ZONE_COLOUR.dark : ZONE_COLOUR.light;
  return {
    background: palette.background,
    text: palette.text,
    quiet_text: palette.quiet_text,
    track: palette.quiet_text,
    selected: palette.selected,
    tried: palette.tried,
    conflict: palette.conflict,
    now: palette.now,
    work: palette.work,
    limit: palette.limit,
    route: palette.compared,
    zone: is_forced.value ? palette.text : zone,
  };
});
