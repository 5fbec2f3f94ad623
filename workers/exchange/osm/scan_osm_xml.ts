/** OpenStreetMap's XML: elements with `tag`, `nd` and `member` in them. */
import type { LonLat } from "../network/rail_line.ts";
import { scanXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { OsmHandler } from "./osm_elements.ts";
import { needWholeAnswer } from "./scan_osm_json.ts";

type MemberType = "node" | "way" | "relation";

interface OpenElement {
  readonly name: string;
  readonly id: number;
  readonly place: LonLat;
  readonly tags: Map<string, string>;
  readonly nodes: number[];
  readonly members: { readonly type: MemberType; readonly id: number }[];
}

/** Throws an `UnreadableSource` with line and column. */
export function scanOsmXml(bytes: Uint8Array, handler: OsmHandler): void {
  let element: OpenElement | null = null;
  let depth = 0;
  let is_remark = false;
  scanXml(bytes, {
    open: (name, attributes, line) => {
      depth++;
      const number = (key: string): number => {
        const value = Number(attributes[key] ?? "");
        if ((attributes[key] ?? "").trim() !== "" && Number.isFinite(value)) return value;
        throw new UnreadableSource(`${key} of ${name} must be a number`, { line, column: 1 });
      };
      if (depth === 1 && name !== "osm") {
        throw new UnreadableSource("its root must be osm", { line, column: 1 });
      }
      is_remark = depth === 2 && name === "remark";
      // Editors and histories keep what is no more, often without a place.
      const is_gone = attributes["action"] === "delete" || attributes["visible"] === "false";
      if (depth === 2 && !is_gone && (name === "node" || name === "way" || name === "relation")) {
        const place: LonLat = name === "node" ? [number("lon"), number("lat")] : [0, 0];
        element = { name, id: number("id"), place, tags: new Map(), nodes: [], members: [] };
      } else if (element !== null && name === "tag") {
        element.tags.set(attributes["k"] ?? "", attributes["v"] ?? "");
      } else if (element !== null && name === "nd") element.nodes.push(number("ref"));
      else if (element !== null && name === "member") {
        const type = attributes["type"];
        if (type === "node" || type === "way" || type === "relation") {
          element.members.push({ type, id: number("ref") });
        }
      }
    },
    text: (text) => {
      if (is_remark) needWholeAnswer(text);
    },
    close: () => {
      is_remark = false;
      if (depth === 2 && element !== null) {
        if (element.name === "node") handler.node?.(element);
        else if (element.name === "way") handler.way?.(element);
        else handler.relation?.(element);
        element = null;
      }
      depth--;
    },
  });
}
