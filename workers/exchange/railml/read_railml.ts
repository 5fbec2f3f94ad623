/** Reads a railML file as a plan of its network. Versions 2 and 3 have only the name in common, so each has its own reader. */
import type { ExchangeReport } from "../exchange_report.ts";
import type { RailPlan, ReadOptions } from "../network/rail_plan.ts";
import { readXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import { textOf, type XmlElement } from "../xml_tree.ts";
import { Railml2Reader } from "./railml2.ts";
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
export function readRailml(
  bytes: Uint8Array,
  report: ExchangeReport,
  { onLetGo }: ReadOptions,
): RailPlan {
  const second = new Railml2Reader(report);
  const root = readXml(bytes, {
    skipped: SKIPPED,
    // What a track has on it is most of a file.
    taken: {
      path: ["infrastructure", "tracks", "track"],
      take: (track, top) => {
        if (!isThird(top)) second.addTrack(track);
        return !isThird(top);
      },
    },
  });
  onLetGo();
  if (root.name.toLowerCase() !== "railml") {
    throw new UnreadableSource(`its root must be railml, not ${root.name.slice(0, 40)}`, {
      line: root.line,
      column: 1,
    });
  }
  const plan = isThird(root) ? readRailml3(root, report) : second.finish(root);
  if (plan.rails.length === 0) {
    throw new UnreadableSource("it has no infrastructure with tracks", { line: 1, column: 1 });
  }
  return plan;
}

/** Version 3 writes its root otherwise; files without a version are of version 2. */
function isThird(root: XmlElement): boolean {
  return root.name === "railML" || textOf(root, "version")?.startsWith("3.") === true;
}
