/**
 * Where trains can go by the switches alone, found without anything of the completion: a search over directed
 * tracks.
 */
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";

const PAIRS: Readonly<Record<string, readonly string[]>> = {
  link: ["A B"],
  point_switch: ["A B1", "A B2"],
  crossing: ["A1 B1", "A2 B2"],
  single_slip_switch: ["A1 B1", "A2 B2", "A1 B2"],
  double_slip_switch: ["A1 B1", "A2 B2", "A1 B2", "A2 B1"],
};

export interface Spot {
  readonly track: string;
  readonly offset: number;
}

export type Reach = "no way" | "a way" | "a way, and ways over a track twice";

/** `T+` runs from the start of T to its end. */
type Directed = `${string}${"+" | "-"}`;

export class Reachable {
  readonly #next = new Map<Directed, Set<Directed>>();
  readonly #from = new Map<Directed, ReadonlySet<Directed>>();

  constructor({ switches }: RailjsonDocument) {
    for (const { switch_type, ports } of switches) {
      for (const pair of PAIRS[switch_type]!) {
        const [a, b] = pair.split(" ").map((port) => ports[port]!);
        this.#join(a!, b!);
        this.#join(b!, a!);
      }
    }
  }

  #join(from: TrackEnd, to: TrackEnd): void {
    const left: Directed = `${from.track}${from.endpoint === "END" ? "+" : "-"}`;
    const entered: Directed = `${to.track}${to.endpoint === "BEGIN" ? "+" : "-"}`;
    this.#next.set(left, (this.#next.get(left) ?? new Set()).add(entered));
  }

  /** Directed tracks that a train can enter after it has left another one. */
  #behind(from: Directed): ReadonlySet<Directed> {
    const known = this.#from.get(from);
    if (known !== undefined) return known;
    const found = new Set<Directed>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of this.#next.get(at) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    this.#from.set(from, found);
    return found;
  }

  between(from: Spot, to: Spot): Reach {
    let reach: Reach = "no way";
    for (const sign of ["+", "-"] as const) {
      const start: Directed = `${from.track}${sign}`;
      const ahead = (to.offset - from.offset) * (sign === "+" ? 1 : -1);
      if (from.track === to.track && ahead >= 0) reach = "a way";
      const behind = this.#behind(start);
      const ends = (["+", "-"] as const).map((one): Directed => `${to.track}${one}`);
      if (!ends.some((end) => behind.has(end))) continue;
      if (this.#isTwice(start, to.track)) return "a way, and ways over a track twice";
      reach = "a way";
    }
    return reach;
  }

  /** Whether some way from one to the other runs over a track in both directions, or back over its start. */
  #isTwice(start: Directed, to: string): boolean {
    const reaches = (from: Directed): boolean =>
      from.slice(0, -1) === to ||
      ["+", "-"].some((one) => this.#behind(from).has(`${to}${one}` as Directed));
    const behind = this.#behind(start);
    for (const one of new Set([...behind, start])) {
      const back: Directed = `${one.slice(0, -1)}${one.endsWith("+") ? "-" : "+"}`;
      if (this.#behind(one).has(back) && reaches(back)) return true;
    }
    return start.slice(0, -1) === to || behind.has(start);
  }
}

interface TrackEnd {
  readonly track: string;
  readonly endpoint: "BEGIN" | "END";
}
