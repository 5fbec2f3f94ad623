/** The import of a network from another format: how it is asked for, and its report. */
import * as v from "valibot";
import { bodyId, queryKinds, queryOneOf, queryText } from "../../platform/http/fields.ts";
import {
  COMPLETED_SYSTEMS,
  DETECTOR_SPACING_M,
  NETWORK_EXPORT_FORMATS,
  NETWORK_FORMATS,
  NETWORK_KINDS,
  RUNNING_SIDES,
} from "../../railway/exchange_terms.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../railway/object_types.ts";
import { ExchangeReportRows } from "../../railway/report.schemas.ts";
import { Count, NonBlankText } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

const Spacing = v.pipe(
  queryText,
  v.regex(/^\d{1,6}(?:\.\d{1,3})?$/, "must be a number of metres"),
  v.transform(Number),
  v.minValue(DETECTOR_SPACING_M.min, `must be at least ${DETECTOR_SPACING_M.min}`),
  v.maxValue(DETECTOR_SPACING_M.max, `must be at most ${DETECTOR_SPACING_M.max}`),
  onWire({ type: "number", minimum: DETECTOR_SPACING_M.min, maximum: DETECTOR_SPACING_M.max }),
);

/** How networks are completed. */
export const COMPLETION_OPTIONS = {
  detector_spacing: about(
    v.optional(Spacing, [String(DETECTOR_SPACING_M.default)]),
    "Metres between two detectors that are completed on a line",
  ),
  signaling_system: about(
    v.optional(v.pipe(queryText, v.picklist(COMPLETED_SYSTEMS, "must be a system")), ["BAL"]),
    "System of the signals that are completed",
  ),
  running_side: about(
    v.optional(v.pipe(queryText, v.picklist(RUNNING_SIDES, "must be left or right"))),
    "Tracks get the direction in which they are usually used: as the file or their signals say, else trains keep to this side of double lines. Absent: they get none",
  ),
};

export const NetworkImportQuery = v.object({
  format: about(queryOneOf(NETWORK_FORMATS), "Format of the body"),
  name: about(v.pipe(queryText, NonBlankText), "Name of the new infrastructure"),
  kinds: about(
    v.optional(queryKinds, [NETWORK_KINDS.join(",")]),
    "Kinds of railways that are taken of OpenStreetMap",
  ),
  ...COMPLETION_OPTIONS,
});

const { name: _name, ...preview_entries } = NetworkImportQuery.entries;
/** The same without a name: nothing is made. */
export const NetworkPreviewQuery = v.object(preview_entries);

const Degrees = about(v.number(), "Degrees");
export const NetworkImportPreview = v.strictObject({
  counts: about(
    v.strictObject(
      // One entry a list.
      Object.fromEntries(
        OBJECT_TYPES.map(({ key, obj_type }) => [key, about(Count, `Objects of type ${obj_type}`)]),
      ) as Record<ObjectKey, typeof Count>,
    ),
    "How many objects of each kind it would have",
  ),
  length: about(v.number(), "Metres of all track sections together"),
  bounds: about(
    v.nullable(v.pipe(v.array(Degrees), v.length(4))),
    "West, south, east and north end on the map",
  ),
  report: ExchangeReportRows,
});

export const NetworkExportQuery = v.object({
  format: about(queryOneOf(NETWORK_EXPORT_FORMATS), "Format of the answer"),
});

export const NetworkImportResult = v.strictObject({
  infra: about(bodyId, "Id of the new infrastructure"),
  report: ExchangeReportRows,
});

nameSchemas({ NetworkImportResult, NetworkImportPreview });
