/** The import of a network from another format: how it is asked for, and its report. */
import * as v from "valibot";
import { bodyId, queryText } from "../../platform/http/fields.ts";
import {
  COMPLETED_SYSTEMS,
  DETECTOR_SPACING_M,
  NETWORK_FORMATS,
} from "../../railway/exchange_terms.ts";
import { Count, NonBlankText, Text } from "../../railway/scalars.ts";
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
};

export const NetworkImportQuery = v.object({
  format: about(
    v.pipe(queryText, v.picklist(NETWORK_FORMATS, `must be one of ${NETWORK_FORMATS.join(", ")}`)),
    "Format of the body",
  ),
  name: about(v.pipe(queryText, NonBlankText), "Name of the new infrastructure"),
  ...COMPLETION_OPTIONS,
});

const ReportPlace = v.strictObject({
  line: v.optional(about(Count, "Line of the file, from 1")),
  element: v.optional(about(Text, "Element of the format, or type of object of the network")),
  id: v.optional(about(Text, "Its id")),
});

export const ExchangeReportRow = v.strictObject({
  severity: about(v.picklist(["info", "warning"]), "A warning: something may be missing"),
  code: about(Text, "What kind of thing it is, for programs"),
  where: about(ReportPlace, "The first such place"),
  message: about(Text, "The same for people"),
  count: about(Count, "How many there are"),
});

export const NetworkImportResult = v.strictObject({
  infra: about(bodyId, "Id of the new infrastructure"),
  report: about(v.array(ExchangeReportRow), "What was left out, completed or changed"),
});

nameSchemas({ ReportPlace, ExchangeReportRow, NetworkImportResult });
