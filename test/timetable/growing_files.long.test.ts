// Method: files of every format in which one thing grows without end go to a built server over HTTP, with the memory of a thread that it has by default and with little; each is refused with a 4xx, /health answers all the while, and the process goes on.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready, ServerProcesses, type ServerRun } from "../helpers/server_process.ts";
import { type GrowingFile, listGrowing } from "../workers/exchange/growing.ts";

const REFUSED = [400, 413, 422];
const BYTES = { "content-type": "application/octet-stream" };

function pathOf({ kind, format }: GrowingFile, timetable_id: number): string {
  if (kind === "railjson") return "/infra/railjson?name=growing";
  if (kind === "stocks") return `/rolling_stock/import?format=${format}`;
  if (kind === "network") return `/infra/import?format=${format}&name=growing`;
  const options = "rolling_stock_name=x&start_time=2026-03-02T00:00:00Z&time_window=P1D";
  return `/timetable/${timetable_id}/import?format=${format}&${options}`;
}

describe.each([
  { memory_mb: 200, file_mb: 24 },
  // Less than a timetable's file may have: of a larger one the connection ends before it is sent.
  { memory_mb: 4096, file_mb: 40 },
])("a thread of $memory_mb MB", ({ memory_mb, file_mb }) => {
  const processes = new ServerProcesses();
  let server: ServerRun;
  let base: string;
  let timetable_id: number;
  let is_asking = true;
  const failed_probes: string[] = [];
  let probing: Promise<void>;

  async function probe(): Promise<void> {
    while (is_asking) {
      try {
        const { status } = await fetch(`${base}/health`);
        if (status !== 200) failed_probes.push(String(status));
      } catch (error) {
        failed_probes.push(String(error));
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  beforeAll(async () => {
    const port = await freePort();
    server = processes.run({
      PORT: String(port),
      AUTHORIZATION: "disabled",
      LOG_LEVEL: "error",
      WORKER_THREADS: "2",
      WORKER_MEMORY_MB: String(memory_mb),
      TASK_DEADLINE_MS: String(scaled(120_000)),
      REQUEST_DEADLINE_MS: String(scaled(120_000)),
    });
    base = `http://127.0.0.1:${port}`;
    await ready(port);
    const made = await fetch(`${base}/timetable`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    timetable_id = ((await made.json()) as { timetable_id: number }).timetable_id;
    probing = probe();
  }, scaled(120_000));
  afterAll(async () => {
    is_asking = false;
    await probing;
    processes.close();
  });

  it.each(listGrowing(file_mb))(
    "refuses $what",
    async (file) => {
      const headers = file.kind === "railjson" ? { "content-type": "application/json" } : BYTES;
      const answer = await fetch(`${base}${pathOf(file, timetable_id)}`, {
        method: "POST",
        body: new Uint8Array(file.make()),
        headers,
      });
      const text = (await answer.text()).slice(0, 300);
      expect({ status: answer.status, text }).toEqual({
        status: expect.toBeOneOf(file.is_sound === true ? [200, ...REFUSED] : REFUSED),
        text,
      });
      expect(server.child.exitCode).toBe(null);
      expect(failed_probes).toEqual([]);
    },
    scaled(300_000),
  );
});
