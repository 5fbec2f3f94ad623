/**
 * One line per request, once its answer has ended: at `debug`, or at `warn` if it was slow to begin (a stream's
 * duration depends on its reader). It has the route and the user's id, never a path, query, identity or body.
 */
import type { Logger } from "pino";
import type { Sent } from "../request.ts";

export interface Answered {
  readonly request_id: string;
  /** Null if no endpoint matches. */
  readonly route: string | null;
  readonly user_id: number | null;
  readonly status: number;
}

export interface RequestLogOptions {
  readonly log: Logger;
  readonly slow_ms: number;
  readonly now_ms: () => number;
}

export class RequestLog {
  readonly #options: RequestLogOptions;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** The returned function logs the line once the answer has ended; null: not logged. */
  begin(answered: Answered, started_ms: number): ((sent: Sent) => void) | null {
    const { log, slow_ms, now_ms } = this.#options;
    const is_slow = now_ms() - started_ms >= slow_ms;
    if (!log.isLevelEnabled(is_slow ? "warn" : "debug")) return null;
    return ({ bytes, is_whole }) => {
      const line = { ...answered, ms: now_ms() - started_ms, bytes, is_whole };
      if (is_slow) log.warn(line, "slow request");
      else log.debug(line, "request");
    };
  }
}
