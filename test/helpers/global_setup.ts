/** Once per test run: an embedded PostgreSQL with a migrated template database to clone. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "../../src/platform/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/platform/db/embedded.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { createDatabase } from "../../src/platform/db/open.ts";
import { connectForTest, TEMPLATE } from "./test_database.ts";

let server: EmbeddedServer | null = null;
let data_dir = "";

export async function setup(project: TestProject): Promise<void> {
  data_dir = mkdtempSync(join(tmpdir(), "marey-test-"));
  // The account that the server drops to must get in; the data's own folder stays private.
  chmodSync(data_dir, 0o755);
  server = await startEmbedded({
    data_dir: join(data_dir, "postgres"),
    is_disposable: true,
    log: (message) => console.error(message),
  });
  const { socket_dir, user } = server;
  const target = { socket_dir, user };
  await createDatabase(connectForTest({ ...target, database: "postgres" }), TEMPLATE);
  const db = connect(connectForTest({ ...target, database: TEMPLATE }));
  await migrate(db);
  await db.close();
  project.provide("postgres", { socket_dir, user });
}

export async function teardown(): Promise<void> {
  await server?.stop();
  rmSync(data_dir, { recursive: true, force: true });
}
