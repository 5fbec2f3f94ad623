/** The JSON that Overpass answers (`[out:json]`, `out body;`): elements as of the XML, ways with ids of their nodes. */
import * as v from "valibot";
import { readJson } from "../read_json.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { OsmHandler } from "./osm_elements.ts";

const Id = v.pipe(v.number(), v.safeInteger());
const Tags = v.optional(v.record(v.string(), v.string()), {});
const Element = v.variant("type", [
  v.object({ type: v.literal("node"), id: Id, lon: v.number(), lat: v.number(), tags: Tags }),
  v.object({ type: v.literal("way"), id: Id, nodes: v.array(Id), tags: Tags }),
  v.object({
    type: v.literal("relation"),
    id: Id,
    members: v.array(v.object({ type: v.picklist(["node", "way", "relation"]), ref: Id })),
    tags: Tags,
  }),
]);
const Answer = v.object({ elements: v.array(v.unknown()), remark: v.optional(v.string(), "") });

/** Throws an `UnreadableSource` that names the element. */
export function scanOsmJson(bytes: Uint8Array, handler: OsmHandler): void {
  for (const [i, told] of readElements(bytes).entries()) {
    const parsed = v.safeParse(Element, told, { abortEarly: true });
    if (!parsed.success) {
      const path = v.getDotPath(parsed.issues[0]) ?? "it";
      const hint = path === "nodes" || path === "members" ? " (ask Overpass for `out body;`)" : "";
      throw new UnreadableSource(`elements ${i}: ${path}: ${parsed.issues[0].message}${hint}`);
    }
    const { id, tags: pairs, ...element } = parsed.output;
    const tags = new Map(Object.entries(pairs));
    if (element.type === "node") {
      handler.node?.({ id, place: [element.lon, element.lat], tags });
    } else if (element.type === "way") handler.way?.({ id, nodes: element.nodes, tags });
    else {
      const members = element.members.map(({ type, ref }) => ({ type, id: ref }));
      handler.relation?.({ id, members, tags });
    }
  }
}

function readElements(bytes: Uint8Array): readonly unknown[] {
  const parsed = v.safeParse(Answer, readJson(bytes));
  if (parsed.success) {
    needWholeAnswer(parsed.output.remark);
    return parsed.output.elements;
  }
  throw new UnreadableSource(
    "it is JSON without `elements`, as Overpass answers with `[out:json]`",
  );
}

/** An answer that Overpass has cut off has its reason as a remark, and elements that seem to be all. */
export function needWholeAnswer(remark: string): void {
  if (!remark.includes("runtime error")) return;
  throw new UnreadableSource(`Overpass did not finish: ${remark.trim().slice(0, 200)}`);
}
