/** Switches of railML 3: where ends of net elements meet, by which of them a train can go from which. */
import type { ExchangeReport } from "../exchange_report.ts";
import type { RailEnd, RailNode, RailPlan } from "../network/rail_plan.ts";
import { elementsAt, numberOf, textOf, type XmlElement } from "../xml_tree.ts";
import type { NetElement } from "./railml3_positions.ts";

type EndKey = `${"before" | "after"} ${string}`;

interface Relation {
  readonly id: string;
  readonly a: EndKey;
  readonly b: EndKey;
  readonly is_navigable: boolean;
}

/** What a `switchIS` says of the relations that meet there. */
interface NamedSwitch {
  readonly id: string;
  readonly name: string;
  /** The relation that goes on, the one that branches off. */
  readonly branches: readonly [string, string];
}

export function joinElements(
  root: XmlElement,
  elements: ReadonlyMap<string, NetElement>,
  plan: RailPlan,
  report: ExchangeReport,
): void {
  const relations = listRelations(root, elements, report);
  const navigable = new Map<EndKey, Relation[]>();
  for (const relation of relations.filter((one) => one.is_navigable)) {
    navigable.set(relation.a, [...(navigable.get(relation.a) ?? []), relation]);
  }
  const switches = new Map(
    listSwitches(root).flatMap((one) => one.branches.map((branch) => [branch, one] as const)),
  );
  const trackOf = listTrackOf(root);
  for (const ends of groupEnds(relations)) {
    const joined = [...ends].flatMap((end) => navigable.get(end) ?? []);
    const known = joined.map(({ id }) => switches.get(id)).find((one) => one !== undefined);
    const node = makeNode(elements, joined, known);
    if (node === null) {
      const [first] = joined;
      if (first === undefined) continue;
      report.note({
        severity: "warning",
        code: "switch_left_out",
        where: { element: "netRelation", id: first.id },
        message: "more ends of tracks meet there than a switch joins",
      });
      continue;
    }
    const tracks = Object.values(node.ports).map(({ rail }) => trackOf.get(rail));
    const is_seam = node.type === "link" && tracks[0] !== undefined && tracks[0] === tracks[1];
    plan.nodes.push(is_seam ? { ...node, is_seam } : node);
  }
}

function listRelations(
  root: XmlElement,
  elements: ReadonlyMap<string, NetElement>,
  report: ExchangeReport,
): readonly Relation[] {
  const list = elementsAt(root, "infrastructure", "topology", "netRelations", "netRelation");
  return list.flatMap((relation) => {
    const ends = (["A", "B"] as const).map((side): EndKey | null => {
      const [reference] = elementsAt(relation, `element${side}`);
      const id = reference === undefined ? null : textOf(reference, "ref");
      const element = elements.get(id ?? "");
      if (element === undefined) {
        const where = { line: relation.line, element: relation.name };
        const message = "it joins a net element that is not in the file";
        report.note({ severity: "warning", code: "relation_left_out", where, message });
        return null;
      }
      // Relations of elements that consist of others say the same again.
      if (element.parts.length > 0) return null;
      return `${numberOf(relation, `positionOn${side}`) === 0 ? "after" : "before"} ${element.id}`;
    });
    const [a, b] = ends;
    if (!a || !b) return [];
    const is_navigable = textOf(relation, "navigability") !== "None";
    return [{ id: textOf(relation, "id") ?? `line.${relation.line}`, a, b, is_navigable }];
  });
}

/** Ends that relations join, directly or over others. */
function groupEnds(relations: readonly Relation[]): readonly ReadonlySet<EndKey>[] {
  const groups = new Map<EndKey, Set<EndKey>>();
  for (const { a, b } of relations) {
    const [one, other] = [groups.get(a) ?? new Set([a]), groups.get(b) ?? new Set([b])];
    const [large, small] = one.size < other.size ? [other, one] : [one, other];
    for (const end of small) large.add(end);
    for (const end of large) groups.set(end, large);
  }
  return [...new Set(groups.values())];
}

function makeNode(
  elements: ReadonlyMap<string, NetElement>,
  joined: readonly Relation[],
  known: NamedSwitch | undefined,
): RailNode | null {
  const end = (key: EndKey): RailEnd => {
    const [side, id = ""] = key.split(/ (.*)/s);
    if (side === "after") return { rail: id, at_m: 0, side };
    return { rail: id, at_m: elements.get(id)?.length_m ?? 0, side: "before" };
  };
  const names = { id: known?.id ?? joined[0]?.id ?? "", name: known?.name ?? "" };
  const ends = [...new Set(joined.flatMap(({ a, b }) => [a, b]))];
  const otherOf = ({ a, b }: Relation, one: EndKey): EndKey => (a === one ? b : a);
  const [first, second] = joined;
  if (first === undefined) return null;
  if (ends.length === 2) {
    return { ...names, type: "link", ports: { A: end(first.a), B: end(first.b) } };
  }
  if (ends.length === 3 && joined.length === 2 && second !== undefined) {
    const stem = [first.a, first.b].find((one) => one === second.a || one === second.b);
    if (stem === undefined) return null;
    const [straight, branch] = first.id === known?.branches[1] ? [second, first] : [first, second];
    const ports = {
      A: end(stem),
      B1: end(otherOf(straight, stem)),
      B2: end(otherOf(branch, stem)),
    };
    return { ...names, type: "point_switch", ports };
  }
  if (ends.length !== 4) return null;
  return makeCrossing(joined, { ...names, end });
}

/** Four ends: two ways that cross, and the ways between them. */
function makeCrossing(
  joined: readonly Relation[],
  { id, name, end }: { id: string; name: string; end: (key: EndKey) => RailEnd },
): RailNode | null {
  const [first] = joined;
  if (first === undefined) return null;
  const has = (one: EndKey, other: EndKey): boolean =>
    joined.some(({ a, b }) => (a === one && b === other) || (a === other && b === one));
  const ends = [...new Set(joined.flatMap(({ a, b }) => [a, b]))];
  // The ends on the side of the first one have no way to it.
  const west = ends.filter((one) => one === first.a || !has(one, first.a));
  const east = ends.filter((one) => !west.includes(one));
  if (joined.length === 2) {
    const second = joined[1];
    if (second === undefined) return null;
    const ports = { A1: end(first.a), B1: end(first.b), A2: end(second.a), B2: end(second.b) };
    return { id, name, type: "crossing", ports };
  }
  const [A1, A2] = west;
  const [B1, B2] = east;
  if (!A1 || !A2 || !B1 || !B2 || west.length !== 2) return null;
  if (joined.length === 4) {
    const ports = { A1: end(A1), A2: end(A2), B1: end(B1), B2: end(B2) };
    return { id, name, type: "double_slip_switch", ports };
  }
  // A single slip joins A1 to both others, and A2 to B2 alone.
  const [slip, plain] = has(A1, B1) && has(A1, B2) ? [A1, A2] : [A2, A1];
  const [near, far] = has(plain, B2) ? [B1, B2] : [B2, B1];
  const ports = { A1: end(slip), A2: end(plain), B1: end(near), B2: end(far) };
  return { id, name, type: "single_slip_switch", ports };
}

function listSwitches(root: XmlElement): readonly NamedSwitch[] {
  const list = elementsAt(
    root,
    "infrastructure",
    "functionalInfrastructure",
    "switchesIS",
    "switchIS",
  );
  return list.map((element) => {
    const [left, right] = (["leftBranch", "rightBranch"] as const).map((side) => {
      const [branch] = elementsAt(element, side);
      return branch === undefined ? "" : (textOf(branch, "netRelationRef") ?? "");
    });
    const [name] = elementsAt(element, "name");
    const is_right = textOf(element, "continueCourse") === "right";
    return {
      id: textOf(element, "id") ?? `line.${element.line}`,
      name: (name === undefined ? null : textOf(name, "name")) ?? "",
      branches: is_right ? [right ?? "", left ?? ""] : [left ?? "", right ?? ""],
    };
  });
}

/** Net element → the track that it is a piece of. */
function listTrackOf(root: XmlElement): ReadonlyMap<string, string> {
  const tracks = elementsAt(root, "infrastructure", "functionalInfrastructure", "tracks", "track");
  return new Map(
    tracks.flatMap((track) =>
      elementsAt(track, "linearLocation", "associatedNetElement").map(
        (part) => [textOf(part, "netElementRef") ?? "", textOf(track, "id") ?? ""] as const,
      ),
    ),
  );
}
