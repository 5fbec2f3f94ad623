/**
 * Cuts rails into track sections where switches lie on them, joins the pieces that are one track of the
 * source, and tells where a place or a range of a rail is on the sections.
 */
import type { ExchangeReport } from "../exchange_report.ts";
import { addTo } from "./add_to.ts";
import type { Rail, RailDirection, RailEnd, RailNode, RailPlan } from "./rail_plan.ts";

/** A switch this near to another one, or to the end of its rail, is at the same place: half a millimetre. */
const SAME_PLACE_M = 0.0005;
/** Between two switches that the source puts at one place. */
const SHIFT_M = 0.001;

/** A piece of a rail between cuts, and where it lies on its section. */
interface Piece {
  readonly rail: Rail;
  readonly from_m: number;
  readonly to_m: number;
  section: LaidSection | null;
  /** Along the section, of the end that comes first there. */
  start_m: number;
  is_reversed: boolean;
}

export interface LaidSection {
  readonly id: string;
  readonly name: string;
  length_m: number;
  pieces: Piece[];
}

/** Of a section that is begun; its first piece begins a list of its own, which has room for one. */
const NO_PIECES: Piece[] = [];

export type SectionEnd = { readonly track: string; readonly endpoint: "BEGIN" | "END" };

export interface LaidNode extends Pick<RailNode, "id" | "name" | "type"> {
  readonly ports: Readonly<Record<string, SectionEnd>>;
}

export interface LaidPlace {
  readonly track: string;
  readonly position: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

export interface LaidRange {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
  readonly is_reversed: boolean;
}

/** Twice the index of a piece, and one more at its end. */
type PieceEnd = number;

export class RailLayout {
  readonly sections: LaidSection[] = [];
  readonly nodes: LaidNode[] = [];
  readonly #pieces: Piece[] = [];
  /** Rail → the indices of its pieces in order. */
  readonly #byRail = new Map<string, number[]>();

  constructor(plan: RailPlan, report: ExchangeReport) {
    const nodes = shiftNodes(plan);
    this.#cut(plan.rails, nodes);
    const taken = new Uint8Array(this.#pieces.length * 2);
    const joined: RailNode[] = [];
    const seams = new Map<PieceEnd, PieceEnd>();
    for (const node of nodes) {
      const ports = Object.values(node.ports);
      const ends = ports.map((end) => this.#endOf(end)).filter((end) => end !== null);
      const is_free = new Set(ends).size === ports.length && ends.every((end) => taken[end] === 0);
      if (!is_free) {
        report.note({
          severity: "warning",
          code: "switch_left_out",
          where: { element: node.type, id: node.id, ...(node.line ? { line: node.line } : {}) },
          message: "it joins an end of a track that there is not, or that another one joins",
        });
        continue;
      }
      for (const end of ends) taken[end] = 1;
      joined.push(node);
      const [one, other] = ends;
      const is_seam = node.is_seam === true && node.type === "link";
      if (!is_seam || one === undefined || other === undefined) continue;
      seams.set(one, other);
      seams.set(other, one);
    }
    this.#join(seams);
    for (const { id, name, type, ports: joins, is_seam } of joined) {
      const ends = Object.entries(joins).map(
        ([port, end]) => [port, this.#endOf(end) ?? -1] as const,
      );
      const is_joined = is_seam === true && !this.#isOpen(ends[0]?.[1]);
      if (is_joined) continue;
      const ports = ends.map(([port, end]) => [port, this.#sectionEnd(end)] as const);
      this.nodes.push({ id, name, type, ports: Object.fromEntries(ports) });
    }
  }

  /** The place of a rail; at a switch the one before it in the direction. */
  locate(rail: string, at_m: number, direction: RailDirection = "up"): LaidPlace | null {
    const indices = this.#byRail.get(rail);
    if (indices === undefined) return null;
    const pieces = indices.map((index) => this.#pieces[index]).filter((one) => one !== undefined);
    const last = pieces.at(-1);
    if (last === undefined || at_m < -SAME_PLACE_M || at_m > last.to_m + SAME_PLACE_M) return null;
    const piece =
      direction === "up"
        ? pieces.find(({ to_m }) => at_m <= to_m + SAME_PLACE_M)
        : pieces.findLast(({ from_m }) => at_m >= from_m - SAME_PLACE_M);
    if (piece === undefined || piece.section === null) return null;
    const within_m = Math.min(piece.to_m, Math.max(piece.from_m, at_m));
    return {
      track: piece.section.id,
      position: toSection(piece, within_m),
      direction: (direction === "up") === !piece.is_reversed ? "START_TO_STOP" : "STOP_TO_START",
    };
  }

  /** The parts of a range of a rail on the sections; what is beyond the rail's ends is cut off. */
  cutRange(rail: string, from_m: number, to_m: number): readonly LaidRange[] {
    const ranges: LaidRange[] = [];
    for (const index of this.#byRail.get(rail) ?? []) {
      const piece = this.#pieces[index];
      if (piece === undefined || piece.section === null) continue;
      const [lo_m, hi_m] = [Math.max(piece.from_m, from_m), Math.min(piece.to_m, to_m)];
      if (lo_m >= hi_m) continue;
      const ends = [toSection(piece, lo_m), toSection(piece, hi_m)];
      ranges.push({
        track: piece.section.id,
        begin: Math.min(...ends),
        end: Math.max(...ends),
        is_reversed: piece.is_reversed,
      });
    }
    return ranges;
  }

  #cut(rails: readonly Rail[], nodes: readonly RailNode[]): void {
    const cuts = new Map<string, number[]>();
    for (const { ports } of nodes) {
      for (const { rail, at_m } of Object.values(ports)) addTo(cuts, rail, at_m);
    }
    for (const rail of rails) {
      const inner = (cuts.get(rail.id) ?? [])
        .filter((at_m) => at_m > SAME_PLACE_M && at_m < rail.length_m - SAME_PLACE_M)
        .sort((a, b) => a - b)
        .filter((at_m, i, all) => i === 0 || at_m - (all[i - 1] ?? 0) > SAME_PLACE_M);
      const bounds = [0, ...inner, rail.length_m];
      const indices = bounds.slice(0, -1).map((from_m, i) => {
        const to_m = bounds[i + 1] ?? from_m;
        const piece = { rail, from_m, to_m, section: null, start_m: 0, is_reversed: false };
        return this.#pieces.push(piece) - 1;
      });
      this.#byRail.set(rail.id, indices);
    }
  }

  #endOf({ rail, at_m, side }: RailEnd): PieceEnd | null {
    const index = (this.#byRail.get(rail) ?? []).find((one) => {
      const piece = this.#pieces[one];
      const border_m = side === "before" ? piece?.to_m : piece?.from_m;
      return border_m !== undefined && Math.abs(border_m - at_m) <= SAME_PLACE_M;
    });
    return index === undefined ? null : index * 2 + (side === "before" ? 1 : 0);
  }

  /** Makes sections of pieces and the seams between them; the first piece gives the direction. */
  #join(seams: ReadonlyMap<PieceEnd, PieceEnd>): void {
    const ids = new Set<string>();
    for (const [first, piece] of this.#pieces.entries()) {
      if (piece.section !== null) continue;
      const start = followBack(seams, first);
      const index = start >> 1;
      const head = this.#pieces[index] ?? piece;
      const pieces = this.#byRail.get(head.rail.id) ?? [];
      const stem =
        pieces.length > 1 ? `${head.rail.id}.${pieces.indexOf(index) + 1}` : head.rail.id;
      let id = stem;
      for (let n = 2; ids.has(id); n++) id = `${stem}_${n}`;
      ids.add(id);
      const section: LaidSection = { id, name: head.rail.name, length_m: 0, pieces: NO_PIECES };
      this.sections.push(section);
      for (let at: PieceEnd | undefined = start; at !== undefined; ) {
        const next: Piece | undefined = this.#pieces[at >> 1];
        if (next === undefined || next.section !== null) break;
        next.section = section;
        next.start_m = section.length_m;
        next.is_reversed = (at & 1) === 1;
        section.length_m += next.to_m - next.from_m;
        if (section.pieces.length === 0) section.pieces = [next];
        else section.pieces.push(next);
        at = seams.get(at ^ 1);
      }
    }
  }

  /** Whether an end of a piece is an end of its section. */
  #isOpen(end: PieceEnd | undefined): boolean {
    if (end === undefined) return false;
    const piece = this.#pieces[end >> 1];
    const section = piece?.section;
    if (piece === undefined || section === undefined || section === null) return false;
    const is_first_side = ((end & 1) === 0) === !piece.is_reversed;
    return is_first_side ? section.pieces[0] === piece : section.pieces.at(-1) === piece;
  }

  #sectionEnd(end: PieceEnd): SectionEnd {
    const piece = this.#pieces[end >> 1];
    const is_begin = ((end & 1) === 0) === (piece?.is_reversed === false);
    return { track: piece?.section?.id ?? "", endpoint: is_begin ? "BEGIN" : "END" };
  }
}

function toSection({ from_m, to_m, start_m, is_reversed }: Piece, at_m: number): number {
  const along_m = is_reversed ? to_m - at_m : at_m - from_m;
  return Math.round((start_m + along_m) * 1000) / 1000;
}

/** The end at which the chain of a piece begins; in a ring the piece's own begin. */
function followBack(seams: ReadonlyMap<PieceEnd, PieceEnd>, index: number): PieceEnd {
  const own: PieceEnd = index * 2;
  let at = own;
  for (;;) {
    const before = seams.get(at);
    if (before === undefined) return at;
    at = before ^ 1;
    if (at === own) return own;
  }
}

/** Moves switches that lie at one place of a rail apart, as far as they need to be. */
function shiftNodes({ nodes }: RailPlan): readonly RailNode[] {
  const last = new Map<string, number>();
  const places = nodes.flatMap((node) => innerPlaces(node).map((place) => ({ node, ...place })));
  places.sort((a, b) => a.at_m - b.at_m);
  const shifts = new Map<RailNode, Map<string, number>>();
  for (const { node, rail, at_m } of places) {
    const free_m = (last.get(rail) ?? Number.NEGATIVE_INFINITY) + SHIFT_M;
    const to_m = Math.max(at_m, free_m);
    last.set(rail, to_m);
    if (to_m === at_m) continue;
    const own = shifts.get(node) ?? new Map<string, number>();
    shifts.set(node, own.set(`${rail} ${at_m}`, to_m));
  }
  return nodes.map((node) => {
    const own = shifts.get(node);
    if (own === undefined) return node;
    const ports = Object.entries(node.ports).map(([port, end]) => {
      const at_m = own.get(`${end.rail} ${end.at_m}`) ?? end.at_m;
      return [port, { ...end, at_m }] as const;
    });
    return { ...node, ports: Object.fromEntries(ports) };
  });
}

/** Places that a node holds from both sides. */
function innerPlaces({ ports }: RailNode): readonly { rail: string; at_m: number }[] {
  const ends = Object.values(ports);
  return ends.filter(
    ({ rail, at_m, side }) =>
      side === "before" &&
      ends.some((end) => end.side === "after" && end.rail === rail && end.at_m === at_m),
  );
}
