/** Rolling stock collections: bodies and answers (interface.md 6.1). A change keeps what is absent. */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { Identifier, PlainObject, Text } from "../http/scalars.ts";

const COLLECTIONS_PAGE_MAX = 1000;
const STOCKS_MAX = 10_000;

const optional_entries = {
  description: v.optional(Text),
  /** The whole content; each stock once. */
  rolling_stock_ids: v.optional(
    v.pipe(
      v.array(bodyId),
      v.maxLength(STOCKS_MAX, `must have at most ${STOCKS_MAX} entries`),
      v.transform((ids) => [...new Set(ids)]),
    ),
  ),
};

export const CollectionCreation = v.pipe(
  PlainObject,
  v.object({ name: Identifier, ...optional_entries }),
);
export const CollectionChange = v.pipe(
  PlainObject,
  v.object({ name: v.optional(Identifier), ...optional_entries }),
);
export type CollectionChange = v.InferOutput<typeof CollectionChange>;

export const RollingStockCollection = v.strictObject({
  id: bodyId,
  name: Identifier,
  description: Text,
  is_default: v.boolean(),
  rolling_stock_ids: v.array(bodyId),
});
export type RollingStockCollection = v.InferOutput<typeof RollingStockCollection>;

export const CollectionListQuery = v.object(pageQuery(COLLECTIONS_PAGE_MAX));
export const CollectionPage = pageSchema(RollingStockCollection);
