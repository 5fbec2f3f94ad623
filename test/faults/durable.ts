/** A database that outlives its servers, and servers of one thread on it, to be killed and stopped. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../../src/platform/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/platform/db/embedded.ts";
import { createDatabase } from "../../src/platform/db/open.ts";
import { connectForTest } from "../helpers/test_database.ts";
import { ServerProcess } from "./server_process.ts";

const DATABASE = "durable";

export class Durable {
  readonly embedded: EmbeddedServer;
  readonly db: Database;
  /** All that were started. */
  readonly servers: ServerProcess[] = [];
  readonly #data_dir: string;
  readonly #own_folder: string | null;

  private constructor(embedded: EmbeddedServer, data_dir: string, own_folder: string | null) {
    const { socket_dir, user } = embedded;
    this.embedded = embedded;
    this.db = connect(connectForTest({ socket_dir, user, database: DATABASE }));
    this.#data_dir = data_dir;
    this.#own_folder = own_folder;
  }

  /** In this folder, or in one that is gone at the end. */
  static async open(given?: string): Promise<Durable> {
    const folder = given ?? mkdtempSync(join(tmpdir(), "marey-durable-"));
    // The account that the database runs under must get in.
    chmodSync(folder, 0o755);
    const data_dir = join(folder, "postgres");
    const embedded = await startEmbedded({ data_dir, is_disposable: false, log: () => undefined });
    const { socket_dir, user } = embedded;
    await createDatabase(connectForTest({ socket_dir, user, database: "postgres" }), DATABASE);
    return new Durable(embedded, data_dir, given === undefined ? folder : null);
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({
      DATA_DIR: this.#data_dir,
      DATABASE_NAME: DATABASE,
      AUTHORIZATION: "disabled",
      LOG_LEVEL: "warn",
      WORKER_THREADS: "1",
      ...settings,
    });
    this.servers.push(server);
    return server;
  }

  async close(): Promise<void> {
    for (const server of this.servers) {
      server.signal("SIGCONT");
      await server.kill();
    }
    await this.db.close();
    await this.embedded.stop();
    if (this.#own_folder !== null) rmSync(this.#own_folder, { recursive: true, force: true });
  }
}

/** The process of a database; 0 between its end and its next start. */
export function postmasterOf({ folder }: EmbeddedServer): number {
  try {
    return Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return 0;
  }
}
