/**
 * Edges kept for reuse. Many labels come to a place in the same manner at different times. A request is searched again
 * when its train crosses another's route, and so is one with the same steps at another time. What an edge needs
 * does not depend on the time, so it is kept by the blocks ahead and by how the train comes there.
 */
import type { EdgeNeeds } from "./openings.ts";
import type { Stretch } from "./step_places.ts";

/** Most edges kept, and the approximate memory of each. */
const KEPT_MAX = 50_000;
const EDGE_BYTES = 400;

/** How a train comes to an edge's begin; block indices are counted from the edge's block on. */
export class EdgeBegin {
  /** The blocks ahead: their list, and whether the path ends with them. */
  blocks = 0;
  offset_mm = 0;
  step = 0;
  stands = 0;
  speed_m_s = 0;
  tail = 0;
  taken = 0;
  wanted = 0;

  set(other: EdgeBegin): void {
    this.blocks = other.blocks;
    this.offset_mm = other.offset_mm;
    this.step = other.step;
    this.stands = other.stands;
    this.speed_m_s = other.speed_m_s;
    this.tail = other.tail;
    this.taken = other.taken;
    this.wanted = other.wanted;
  }
}

/** An edge, or the outcome that there is none; offsets from its begin on, block indices as there. */
export class KnownEdge {
  readonly begin = new EdgeBegin();
  outcome = 0;
  run = 0;
  length_mm = 0;
  duration_s = 0;
  /** At its end. */
  speed_m_s = 0;
  stop_s = 0;
  readonly stretch: Stretch = { to_mm: 0, step: 0, stops: false };
  taken = 0;
  wanted = 0;
  tail = 0;
  needs: EdgeNeeds | null = null;
  /** Another one with these blocks ahead. */
  next: KnownEdge | null = null;
}

export class KnownEdges {
  /** Of the lists of blocks and of the runs that the edges belong to. */
  #lists = 0;
  #runs = 0;
  readonly #byBlocks = new Map<number, KnownEdge>();
  #count = 0;

  get bytes(): number {
    return EDGE_BYTES * this.#count;
  }

  /** Drops all edges when lists or runs have been renumbered. */
  trim(lists: number, runs: number): void {
    if (lists === this.#lists && runs === this.#runs) return;
    this.#lists = lists;
    this.#runs = runs;
    this.#byBlocks.clear();
    this.#count = 0;
  }

  find(begin: EdgeBegin): KnownEdge | null {
    let one = this.#byBlocks.get(begin.blocks) ?? null;
    while (one !== null && !isSameBegin(one.begin, begin)) one = one.next;
    return one;
  }

  /** A new edge to fill in; null = no more are kept. */
  add(begin: EdgeBegin): KnownEdge | null {
    if (this.#count >= KEPT_MAX) return null;
    this.#count++;
    const known = new KnownEdge();
    known.begin.set(begin);
    known.next = this.#byBlocks.get(begin.blocks) ?? null;
    this.#byBlocks.set(begin.blocks, known);
    return known;
  }
}

function isSameBegin(one: EdgeBegin, other: EdgeBegin): boolean {
  return (
    one.speed_m_s === other.speed_m_s &&
    one.offset_mm === other.offset_mm &&
    one.taken === other.taken &&
    one.wanted === other.wanted &&
    one.tail === other.tail &&
    one.step === other.step &&
    one.stands === other.stands
  );
}
