/** A railML file becomes a network; version 2 and version 3 differ in everything but their name. */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { buildNetwork } from "../network/build_network.ts";
import { readXml, textOf } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import { readRailml2 } from "./railml2.ts";
import { readRailml3 } from "./railml3.ts";

/** What no reader looks at. */
const SKIPPED: ReadonlySet<string> = new Set([
  "metadata",
  "infrastructureVisualizations",
  "infrastructureStates",
  "trackElementVis",
  "timetable",
  "rollingstock",
  "geometry",
  "tvdSections",
  "routes",
]);

/** Throws an `UnreadableSource`. */
export function readRailml(bytes: Uint8Array, report: ExchangeReport): RailjsonDocument {
  const root = readXml(bytes, SKIPPED);
  if (root.name.toLowerCase() !== "railml") {
    throw new UnreadableSource(`its root must be railml, not ${root.name.slice(0, 40)}`, {
      line: root.line,
      column: 1,
    });
  }
  // Version 3 writes its root otherwise; files without a version are of version 2.
  const is_third = root.name === "railML" || textOf(root, "version")?.startsWith("3.") === true;
  const plan = is_third ? readRailml3(root, report) : readRailml2(root, report);
  if (plan.rails.length === 0) {
    throw new UnreadableSource("it has no infrastructure with tracks", { line: 1, column: 1 });
  }
  return buildNetwork(plan, report);
}
