/**
 * One edge of a search: a run from a place to the next, what it needs of the zones and when, counted
 * from the moment at which it begins. `findOpening` finds when it may begin: it needs every zone within
 * one gap of that zone's occupancies. A zone that the edge does not leave is held on; the end of its
 * gap is a deadline for what follows.
 */
import { growFloat64, growInt32 } from "../../growable.ts";
import type { Occupancies } from "../occupancies.ts";

/** What an edge needs, places counted from its begin on. */
export interface EdgeNeeds {
  readonly zones: Int32Array;
  readonly begins_s: Float64Array;
  readonly ends_s: Float64Array;
  readonly releases_mm: Float64Array;
}

/** Scratch of one search, refilled for each edge. */
export class Edge {
  duration_s = 0;
  /** Path offsets. */
  from_mm = 0;
  to_mm = 0;
  /** Speed at the end. */
  speed_m_s = 0;
  /** Least stop at the end, -1 = none. */
  stop_s = -1;
  /** Bounds of the edge's begin that do not depend on zones newly taken. */
  earliest_s = 0;
  latest_s = Infinity;
  /** [count] zone, when it is needed from, until when within the edge, and where the tail leaves it. */
  count = 0;
  zones = new Int32Array(64);
  begins_s = new Float64Array(64);
  ends_s = new Float64Array(64);
  releases_mm = new Float64Array(64);
  /** [count] end of the gap, set by `findOpening`. */
  gapEnds_s = new Float64Array(64);
  /** Last begin of the opening that was found. */
  openUntil_s = 0;

  clear(): void {
    this.count = 0;
    this.duration_s = 0;
    this.stop_s = -1;
    this.earliest_s = 0;
    this.latest_s = Infinity;
  }

  need(zone: number, begin_s: number, release_mm: number): void {
    const n = this.count++;
    this.zones = growInt32(this.zones, this.count);
    this.begins_s = growFloat64(this.begins_s, this.count);
    this.ends_s = growFloat64(this.ends_s, this.count);
    this.releases_mm = growFloat64(this.releases_mm, this.count);
    this.gapEnds_s = growFloat64(this.gapEnds_s, this.count);
    this.zones[n] = zone;
    this.begins_s[n] = begin_s;
    this.releases_mm[n] = release_mm;
  }

  /** A copy of the edge's needs. */
  copyNeeds(): EdgeNeeds {
    const { count, from_mm } = this;
    return {
      zones: this.zones.slice(0, count),
      begins_s: this.begins_s.slice(0, count),
      ends_s: this.ends_s.slice(0, count),
      releases_mm: this.releases_mm.slice(0, count).map((release_mm) => release_mm - from_mm),
    };
  }

  /** Takes over what another edge from a place like its own needs. */
  readNeeds({ zones, begins_s, ends_s, releases_mm }: EdgeNeeds): void {
    const count = zones.length;
    this.count = count;
    this.zones = growInt32(this.zones, count);
    this.begins_s = growFloat64(this.begins_s, count);
    this.ends_s = growFloat64(this.ends_s, count);
    this.releases_mm = growFloat64(this.releases_mm, count);
    this.gapEnds_s = growFloat64(this.gapEnds_s, count);
    for (let i = 0; i < count; i++) {
      this.zones[i] = zones[i]!;
      this.begins_s[i] = begins_s[i]!;
      this.ends_s[i] = ends_s[i]!;
      this.releases_mm[i] = releases_mm[i]! + this.from_mm;
    }
  }

  /** The earliest begin at or after a moment, Infinity when there is none. */
  findOpening(occupancies: Occupancies, from_s: number): number {
    const { latest_s, count, zones, begins_s, ends_s, gapEnds_s } = this;
    let begin_s = Math.max(from_s, this.earliest_s);
    let until_s = latest_s;
    // All needs must be met at one begin: after a move the ones before are checked again.
    for (let agreed = 0, i = 0; agreed < count; i = i + 1 === count ? 0 : i + 1) {
      if (begin_s > latest_s) return Infinity;
      const zone = zones[i]!;
      let next = occupancies.firstEndingAfter(zone, begin_s + begins_s[i]!);
      const rowEnd = occupancies.endOf(zone);
      const moved_s = begin_s;
      while (next < rowEnd && occupancies.begins_s[next]! < begin_s + ends_s[i]!) {
        begin_s = Math.max(begin_s, occupancies.ends_s[next]! - begins_s[i]!);
        next++;
      }
      gapEnds_s[i] = next < rowEnd ? occupancies.begins_s[next]! : Infinity;
      if (begin_s > moved_s) {
        agreed = 1;
        until_s = latest_s;
      } else agreed++;
    }
    for (let i = 0; i < count; i++) until_s = Math.min(until_s, gapEnds_s[i]! - ends_s[i]!);
    this.openUntil_s = until_s;
    return begin_s > latest_s ? Infinity : begin_s;
  }
}
