/** The wire schemas of liveries. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { Identifier } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

/** Per rolling stock. */
export const LIVERIES_MAX = 50;

export const LiveryName = about(
  Identifier,
  "Its name, which no other of the rolling stock has; clients show the one named `default`",
);

export const Livery = v.strictObject({
  id: bodyId,
  name: LiveryName,
  rolling_stock_id: about(bodyId, "The rolling stock"),
  compound_image_id: about(
    v.nullable(bodyId),
    "The document that shows all its pictures side by side; null when it was deleted",
  ),
});

export const Liveries = about(
  v.pipe(v.array(Livery), v.maxLength(LIVERIES_MAX, "is too long")),
  "Pictures by name",
);

nameSchemas({ LiveryName, Livery, Liveries });
