/**
 * Starts the server in this process, as `npm start` does: the same file, other settings. Its signal
 * handlers end the demo as well.
 */
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { readConfig } from "../../src/platform/config.ts";
import { DEMO_DATABASE, dropDemoDatabase } from "./database.ts";

const READY_POLL_MS = 50;
const READY_ATTEMPTS = 2400;

/** Settings of the demo where the environment has none. */
const DEMO_SETTINGS = { AUTHORIZATION: "disabled", LOG_LEVEL: "warn" } as const;

/** Starts the server on an empty database; returns its address. Throws when the port is taken. */
export async function startDemoServer(): Promise<string> {
  for (const [name, value] of Object.entries(DEMO_SETTINGS)) process.env[name] ??= value;
  process.env["DATABASE_NAME"] = DEMO_DATABASE;
  const config = readConfig();
  if (config.port === 0) throw new Error("the demo needs a PORT of its own choice, not 0");
  // Asked before the database is dropped: the other server on this port may be a demo.
  await assertPortFree(config.host, config.port);
  process.env["DATABASE_URL"] = await dropDemoDatabase(config);
  await import("../../src/main.ts");
  const base_url = `http://${config.host}:${config.port}`;
  for (let i = 0; i < READY_ATTEMPTS; i++) {
    if (await isReady(base_url)) return base_url;
    await wait(READY_POLL_MS);
  }
  throw new Error("the server doesn't become ready");
}

async function isReady(base_url: string): Promise<boolean> {
  try {
    return (await fetch(`${base_url}/ready`)).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

/** Rejects when something else listens there. */
async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => {
      const hint = "stop what listens there, or set PORT to another one";
      reject(new Error(`the port ${host}:${port} can't be used (${error.message}): ${hint}`));
    });
    probe.listen(port, host, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}
