/** The report of an exchange with another format (docs/exchange.md). */
import * as v from "valibot";
import { Count, Text } from "./scalars.ts";
import { about, nameSchemas } from "./wire.ts";

const ReportPlace = v.strictObject({
  line: v.optional(about(Count, "Line of the file, from 1")),
  element: v.optional(about(Text, "Element of the format, or type of object of the network")),
  id: v.optional(about(Text, "Its id")),
});

const ExchangeReportRow = v.strictObject({
  severity: about(v.picklist(["info", "warning"]), "A warning: something may be missing"),
  code: about(Text, "What kind of thing it is, for programs"),
  where: about(ReportPlace, "The first such place"),
  message: about(Text, "The same for people"),
  count: about(Count, "How many there are"),
});

export const ExchangeReportRows = about(
  v.array(ExchangeReportRow),
  "What was left out, completed or changed",
);

nameSchemas({ ReportPlace, ExchangeReportRow, ExchangeReportRows });
