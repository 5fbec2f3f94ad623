/** What every handler may use; put together once by `main.ts` (or by a test). */
import type { Logger } from "pino";
import type { ApplicationRoles } from "./access/application_roles.ts";
import type { DerivedCache } from "./compute/derived_cache.ts";
import type { Editors } from "./compute/editor_threads.ts";
import type { InfraStore } from "./compute/infra_store.ts";
import type { JobQueue } from "./compute/job_queue.ts";
import type { KeptStore } from "./compute/kept_store.ts";
import type { Compute } from "./compute/pool.ts";
import type { SharedResults } from "./compute/shared_results.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/client.ts";
import type { EventHub } from "./events/event_hub.ts";
import type { RequestFigures } from "./figures.ts";
import type { PageFiles } from "./static_files.ts";

export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  /** The builtin roles that application roles imply. */
  readonly roles: ApplicationRoles;
  readonly compute: Compute;
  /** The threads that know networks as objects. */
  readonly editors: Editors;
  readonly infras: InfraStore;
  /** Paths and simulations. */
  readonly derived: DerivedCache;
  /** Layers of the map, packed: what tiles are cut from. */
  readonly map_layers: DerivedCache;
  readonly map_tiles: DerivedCache;
  /** Paths and simulations of all servers; null: each computes for itself. */
  readonly shared: SharedResults | null;
  /** Jobs that any server may do; null: each server does its own. */
  readonly job_queue: JobQueue | null;
  /** What questions bring up to date: conflicts of timetables, and what is read for them again and again. */
  readonly kept: KeptStore;
  /** Streams of what was changed. */
  readonly events: EventHub;
  readonly figures: RequestFigures;
  /** Null: switched off, or not built. */
  readonly page: PageFiles | null;
  /** What `/metrics` answers. */
  readonly printMetrics: () => Promise<string>;
  /** Milliseconds since the epoch; a parameter so that tests own time. */
  readonly now_ms: () => number;
}
