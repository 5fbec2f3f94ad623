/**
 * Counts of requests for `/metrics`, kept as plain numbers: a metrics library's labels cost more
 * than a small request. They become metrics only when `/metrics` is read.
 */

export interface RouteFigures {
  readonly method: string;
  readonly route: string;
  /** Requests by status. */
  readonly counts: ReadonlyMap<number, number>;
  readonly seconds: number;
}

interface Tally {
  readonly method: string;
  readonly route: string;
  readonly counts: Map<number, number>;
  seconds: number;
}

/** All requests that match no endpoint count as one route. */
const NO_ROUTE = { method: "other", path: "none" };

export class RequestFigures {
  readonly #tallies = new Map<object, Tally>();
  /** Requests being answered now. */
  running = 0;
  /** Answers that the server could not finish. */
  cut = 0;

  record(
    endpoint: { readonly method: string; readonly path: string } | null,
    status: number,
    duration_ms: number,
  ): void {
    const key = endpoint ?? NO_ROUTE;
    let tally = this.#tallies.get(key);
    if (tally === undefined) {
      tally = { method: key.method, route: key.path, counts: new Map(), seconds: 0 };
      this.#tallies.set(key, tally);
    }
    tally.counts.set(status, (tally.counts.get(status) ?? 0) + 1);
    tally.seconds += duration_ms / 1000;
  }

  list(): RouteFigures[] {
    return [...this.#tallies.values()];
  }
}
