/**
 * Which features of a tile are told when there are too many: of lines the longest, of points those with the lowest hash,
 * so that the same are told at each request and by each server.
 */
import type { CutFeatures, LayerColumns } from "./cut_tile.ts";
import { LINES } from "./map_layer.ts";

/** Places in the cut, ascending; at most `count_max` of them. */
export function boundFeatures(
  { features }: CutFeatures,
  columns: LayerColumns,
  count_max: number,
): number[] {
  const places = features.map((_, at) => at);
  if (places.length <= count_max) return places;
  const ranks = features.map((feature) => rankOf(columns, feature));
  places.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
  places.length = count_max;
  return places.sort((a, b) => a - b);
}

/** The lowest are told first. */
function rankOf(columns: LayerColumns, feature: number): number {
  if (columns.feature_kind[feature] !== LINES) return columns.feature_hash[feature] ?? 0;
  const { feature_west, feature_east, feature_north, feature_south } = columns;
  const width = (feature_east[feature] ?? 0) - (feature_west[feature] ?? 0);
  const height = (feature_south[feature] ?? 0) - (feature_north[feature] ?? 0);
  return -Math.max(width, height);
}
