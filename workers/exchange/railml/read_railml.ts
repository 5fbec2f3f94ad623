/** Reads a railML file as a plan of its network. Versions 2 and 3 have only the name in common, so each has its own reader. */
import { unpackXml } from "../archive.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { RailPlan, ReadOptions } from "../network/rail_plan.ts";
import { readXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import { elementsAt, textOf, type XmlElement } from "../xml_tree.ts";
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
  const root = readXml(unpackXml(bytes), {
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
  noteMixedVersions(root, report);
  const plan = isThird(root) ? readRailml3(root, report) : second.finish(root);
  if (plan.rails.length === 0) {
    throw new UnreadableSource("it has no infrastructure with tracks", { line: 1, column: 1 });
  }
  return plan;
}

/** By its version; without one by its root, which version 3 writes otherwise. */
function isThird(root: XmlElement): boolean {
  const version = textOf(root, "version") ?? "";
  return /^\d/.test(version) ? version.startsWith("3") : root.name === "railML";
}

/** What version a file is of by its root, and by what it has. */
function noteMixedVersions(root: XmlElement, report: ExchangeReport): void {
  const version = textOf(root, "version");
  const is_third = isThird(root);
  if ((root.name === "railML") !== is_third) {
    const where = { line: root.line, element: root.name, id: version ?? "" };
    const message = `the root is called ${root.name}, as in railML ${is_third ? 2 : 3}: it is read as version ${is_third ? 3 : 2}`;
    report.note({ severity: "warning", code: "version_mixed", where, message });
  }
  const has_second = elementsAt(root, "infrastructure", "tracks").length > 0;
  const has_third = elementsAt(root, "infrastructure", "topology").length > 0;
  if (is_third ? has_second && !has_third : has_third && !has_second) {
    const told =
      version === null ? `its root is ${root.name}` : `its root tells version ${version}`;
    throw new UnreadableSource(
      `${told.slice(0, 60)}, but its infrastructure is that of railML ${is_third ? 2 : 3}`,
      { line: root.line, column: 1 },
    );
  }
}
