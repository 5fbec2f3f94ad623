// Method: the built server as a process; a stream that hears nothing, and one at SIGTERM.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, ready, ServerProcesses, type ServerRun } from "../../helpers/server_process.ts";
import { until } from "../../helpers/until.ts";

/** Two times what a stream hears something within. */
const QUIET_MS = 32_000;

let processes: ServerProcesses;
let port: number;
let run: ServerRun;
beforeAll(async () => {
  processes = new ServerProcesses();
  port = await freePort();
  run = processes.run({ PORT: String(port), AUTHORIZATION: "disabled" });
  await ready(port);
});
afterAll(() => {
  processes.close();
});

describe("a stream of events of a running server", () => {
  it("hears every 15 s that the server is there, and at SIGTERM when to come again", async () => {
    const url = `http://127.0.0.1:${port}`;
    const made = await fetch(`${url}/timetable`, { method: "POST" });
    const { timetable_id } = (await made.json()) as { timetable_id: number };
    const answer = await fetch(`${url}/timetable/${timetable_id}/events`);
    let text = "";
    let has_ended = false;
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array);
      has_ended = true;
    })();
    await wait(QUIET_MS);
    expect(text).toMatch(/^retry: \d+\nid: \d+\n\n(: \nid: \d+\n\n){2}$/);
    expect(has_ended).toBe(false);
    run.child.kill("SIGTERM");
    await until(() => has_ended);
    await reading;
    expect(text).toMatch(/\nretry: \d+\n\n$/);
    expect(await run.exit).toBe(0);
  });
});
