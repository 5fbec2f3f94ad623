/** Rolling stock collections: bodies and answers (interface.md 6.1). A change keeps absent fields. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Identifier, PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const COLLECTIONS_PAGE_MAX = 1000;
const STOCKS_MAX = 10_000;

const Name = about(Identifier, "Its name for people; others may have the same");
const Description = about(Text, "What the stocks in it have in common");

const optional_entries = {
  description: v.optional(Description),
  rolling_stock_ids: v.optional(
    v.pipe(
      v.array(bodyId),
      v.maxLength(STOCKS_MAX, `must have at most ${STOCKS_MAX} entries`),
      v.transform((ids) => [...new Set(ids)]),
      v.description("All that it holds, each once"),
    ),
  ),
};

export const CollectionCreation = v.pipe(
  PlainObject,
  v.strictObject({ name: Name, ...optional_entries }),
);
export const CollectionChange = v.pipe(
  PlainObject,
  v.strictObject({ name: v.optional(Name), ...optional_entries }),
);
export type CollectionChange = v.InferOutput<typeof CollectionChange>;

export const RollingStockCollection = v.strictObject({
  id: bodyId,
  name: Name,
  description: Description,
  is_default: about(v.boolean(), "Whether it takes stocks that no other holds"),
  rolling_stock_ids: about(v.array(bodyId), "All that it holds"),
});
export type RollingStockCollection = v.InferOutput<typeof RollingStockCollection>;

export const CollectionListQuery = v.object(pageQuery(COLLECTIONS_PAGE_MAX));
export const CollectionPage = pageSchema(RollingStockCollection);

nameSchemas({ CollectionCreation, CollectionChange, RollingStockCollection, CollectionPage });
