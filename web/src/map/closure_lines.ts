/** Works and limits of the chosen groups along their tracks, and the stretch being drawn for a new one. */
import { computed, signal } from "@preact/signals";
import { cutWay, type Stretch } from "../graph/stretches.ts";
import { placed_ways } from "../state/works/limits.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { chosen_closures } from "../works/chosen_closures.ts";
import { collect, type Feature, type Features, lineAlong, pointAt } from "./features.ts";
import { linesOfRanges, map_ms, tracks } from "./map_state.ts";
import { nearestShare } from "./nearest_share.ts";
import type { Spot } from "./tracks.ts";

/** On the axis; null: none is drawn. */
export const drawn_stretch = signal<Stretch | null>(null);

/** Which of them hold at the moment: the same text as long as that is the same. */
const held = computed(() =>
  chosen_closures.value
    .map(({ from_ms, to_ms }) => (from_ms <= map_ms.value && map_ms.value < to_ms ? "1" : "0"))
    .join(""),
);

export const closure_features = computed<Features>(() => {
  const [known, is_held] = [tracks.value, held.value];
  const stored = chosen_closures.value.flatMap(({ kind, name, ranges, speed_m_s }, index) => {
    const speed =
      speed_m_s === null ? "" : ` ${TOOL_TEXTS.works.speed(Math.round(speed_m_s * 3.6))}`;
    const is_now = is_held[index] === "1";
    const lines = linesOfRanges(known, ranges);
    return [
      ...lines.map((line) => lineAlong(line, { kind, index, is_now })),
      ...nameOf(lines, `${name}${speed}`),
    ];
  });
  const drawn = drawn_stretch.value;
  const ranges = drawn === null ? [] : placed_ways.value.flatMap((one) => cutWay(one, drawn));
  const wanted = linesOfRanges(known, ranges).map((line) => lineAlong(line, { kind: "drawn" }));
  return collect([...stored, ...wanted]);
});

/** On the first of its two ways. */
function nameOf(lines: readonly (readonly Spot[])[], label: string): Feature[] {
  const line = lines[Math.floor(lines.length / 4)];
  const spot = line?.[Math.floor(line.length / 2)];
  return spot === undefined ? [] : [pointAt(spot, { kind: "name", label })];
}

/** The share of the axis that is nearest to a place on the map; null: its tracks are not there yet. */
export function shareNear(at: Spot): number | null {
  return nearestShare(tracks.peek(), placed_ways.peek(), at);
}
