/** What every handler may use; assembled once by `main.ts` (or by a test). */
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
  /** The threads that hold networks as objects, for editing. */
  readonly editors: Editors;
  readonly infras: InfraStore;
  /** Paths and simulations. */
  readonly derived: DerivedCache;
  /** Packed layers of the map, which tiles are cut from. */
  readonly map_layers: DerivedCache;
  readonly map_tiles: DerivedCache;
  /** Paths and simulations shared by all servers; null: each server computes for itself. */
  readonly shared: SharedResults | null;
  /** Jobs that any server may run; null: each server runs its own. */
  readonly job_queue: JobQueue | null;
  /** Values that requests bring up to date: conflicts of timetables, and data read for them repeatedly. */
  readonly kept: KeptStore;
  /** Streams of change events. */
  readonly events: EventHub;
  readonly figures: RequestFigures;
  /** Null: switched off, or not built. */
  readonly page: PageFiles | null;
  /** The answer of `/metrics`. */
  readonly printMetrics: () => Promise<string>;
  /** Milliseconds since the epoch; injectable, so that tests control the time. */
  readonly now_ms: () => number;
}
