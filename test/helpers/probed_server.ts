/** The built server in its own process, which reports how long its main thread kept others waiting. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { frontOfRun } from "./fronts.ts";
import { PATIENT_SETTINGS } from "./patient_waits.ts";
import { freePort, ready } from "./server_process.ts";

export class ProbedServer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    child: ChildProcess,
    folder: string,
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#child = child;
    this.#folder = folder;
    this.#url = url;
    this.#headers = headers;
  }

  /** The same server for a client that sends these headers with each request. */
  as(headers: Readonly<Record<string, string>>): ProbedServer {
    return new ProbedServer(this.#child, this.#folder, this.#url, headers);
  }

  async send(
    method: string,
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.#url + path, {
      method,
      body,
      headers: { "content-type": "application/json", ...this.#headers, ...headers },
    });
    return { status: answer.status, text: await answer.text() };
  }

  async read(path: string): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.#url + path, { headers: this.#headers });
    return { status: answer.status, text: await answer.text() };
  }

  /** Posts a JSON body and leaves at a signal; whether it left before the answer. */
  async postAndLeave(path: string, body: unknown, signal: AbortSignal): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body), signal };
    return await fetch(this.#url + path, request).then(
      () => false,
      () => signal.aborted,
    );
  }

  /** Makes something of a JSON body; returns the JSON. */
  async make(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const { status, text } = await this.send(method, path, JSON.stringify(body), headers);
    if (status >= 300) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Milliseconds of the main thread's longest stretch since the last call. */
  async takeLongestStretch(): Promise<number> {
    const told = once(this.#child, "message");
    this.#child.send("tell");
    const [longest_ms] = await told;
    return Number(longest_ms);
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exit;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Starts a server with a database of its own; everybody may do everything. */
export async function startProbedServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<ProbedServer> {
  const folder = mkdtempSync(join(tmpdir(), "marey-probed-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const probe = join(PROJECT_ROOT, "test/helpers/turn_probe.mjs");
  const child = spawn(
    process.execPath,
    ["--import", probe, join(PROJECT_ROOT, "dist/src/main.js")],
    {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: join(folder, "postgres"),
        PORT: String(port),
        AUTHORIZATION: "disabled",
        LOG_LEVEL: "error",
        ...PATIENT_SETTINGS,
        ...frontOfRun(),
        ...settings,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  try {
    await ready(port);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return new ProbedServer(child, folder, `http://127.0.0.1:${port}`);
}
