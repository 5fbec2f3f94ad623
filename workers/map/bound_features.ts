/**
 * Chooses which features are written to a tile when there are too many: the longest lines, and the points with the
 * lowest hash. So every request and every server gets the same features.
 */
import { LINES } from "./map_layer.ts";
import type { LayerColumns } from "./open_layer.ts";

/** Keeps the parts of at most `count_max` features. `parts` and the result are in the layer's order. */
export function boundParts(
  parts: Uint32Array,
  columns: LayerColumns,
  count_max: number,
): Uint32Array {
  const { part_feature } = columns;
  const features: number[] = [];
  for (const part of parts) {
    const feature = part_feature[part] ?? 0;
    if (features.at(-1) !== feature) features.push(feature);
  }
  if (features.length <= count_max) return parts;
  const ranks = Float64Array.from(features, (feature) => rankOf(columns, feature));
  const last_rank = ranks.toSorted()[count_max - 1] ?? 0;
  let equal_count = count_max - ranks.reduce((sum, rank) => sum + Number(rank < last_rank), 0);
  const is_kept = new Uint8Array(columns.feature_kind.length);
  for (const [i, feature] of features.entries()) {
    const rank = ranks[i] ?? 0;
    if (rank < last_rank || (rank === last_rank && equal_count-- > 0)) is_kept[feature] = 1;
  }
  return parts.filter((part) => is_kept[part_feature[part] ?? 0] === 1);
}

/** Features with the lowest rank are kept first. */
function rankOf(columns: LayerColumns, feature: number): number {
  if (columns.feature_kind[feature] !== LINES) return columns.feature_hash[feature] ?? 0;
  const { feature_west, feature_east, feature_north, feature_south } = columns;
  const width = (feature_east[feature] ?? 0) - (feature_west[feature] ?? 0);
  const height = (feature_south[feature] ?? 0) - (feature_north[feature] ?? 0);
  return -Math.max(width, height);
}
