/** The columns of a packed layer. */
import { type Columns, openColumns } from "../engine/shared_columns.ts";
import { LAYER_SHAPE, type MapLayer } from "./map_layer.ts";

export type LayerColumns = Columns<typeof LAYER_SHAPE>;

export function openLayer({ columns }: Pick<MapLayer, "columns">): LayerColumns {
  return openColumns(LAYER_SHAPE, columns);
}
