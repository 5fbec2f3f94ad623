/** A Valkey or Redis server of a bench's own, and what servers tell of what they share there. */
import { spawn, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";

const PORT = 8209;
const POLL_MS = 20;
/** For so many looks in a row nothing has changed. */
const QUIET_LOOKS = 10;

export const VALKEY_URL = `redis://127.0.0.1:${PORT}`;

/** Does something with an empty one; false: there is none to run. */
export async function withValkey(work: (valkey: Redis) => Promise<void>): Promise<boolean> {
  const program = ["valkey-server", "redis-server"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (program === undefined) return false;
  const options = ["--port", String(PORT), "--bind", "127.0.0.1", "--save", ""];
  const child = spawn(program, options, { stdio: "ignore" });
  const valkey = new Redis(VALKEY_URL);
  valkey.on("error", () => undefined);
  try {
    await work(valkey);
  } finally {
    valkey.disconnect();
    child.kill("SIGKILL");
  }
  return true;
}

/** Nothing more is stored. */
export async function settled(urls: readonly string[]): Promise<void> {
  const sum = async (): Promise<number> =>
    (
      await Promise.all(urls.map(async (url) => await figureOf(url, "shared_written_bytes")))
    ).reduce((a, b) => a + b);
  let before = -1;
  for (let now = await sum(); now !== before; now = await sum()) {
    before = now;
    for (let i = 0; i < QUIET_LOOKS; i++) await wait(POLL_MS);
  }
}

export async function figureOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^marey_${name} (\\S+)$`, "m").exec(text)?.[1]);
}
