// Method: the page's state on a server that is made for the test, where the session ends, a gateway answers in place of the
// server, and answers don't come; what the page says is compared with what has happened.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { FakeServer, makeTrain, refusal } from "./fake_server.ts";
import { closePage, openPage, soon } from "./page.ts";

afterEach(() => {
  closePage();
  vi.useRealTimers();
});

function makeServer(): FakeServer {
  const server = new FakeServer();
  server.put(makeTrain(1));
  return server;
}

const login = (): Response =>
  new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } });
const bad_gateway = (): Response =>
  new Response("oops", { status: 502, statusText: "Bad Gateway" });

describe("the state", () => {
  it("is imported where there is no browser", async () => {
    vi.resetModules();
    expect(typeof document).toBe("undefined");
    const folders = ["api", "graph", "state"].map((name) => join(PROJECT_ROOT, "web/src", name));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) await import(file);
  });
});

describe("a session that has ended", () => {
  it("is told as such, whether the gateway answers 401, a page or a way there, and keeps what is edited", async () => {
    const redirect = Object.defineProperty(new Response(null, { status: 200 }), "type", {
      value: "opaqueredirect",
    });
    for (const ended of [() => refusal(401), login, () => redirect]) {
      const server = makeServer();
      const page = await openPage(server);
      await soon(() => page.rights.may_write.peek());
      for (const asked of ["POST /timetable/8/changes", "GET /ready"]) server.answer(asked, ended);
      const [train] = page.timetable.listRecords();
      if (train !== undefined) page.move.tryShift(train, 60_000);
      await page.store_trial.storeTrial();
      expect(page.session.is_signed_out.peek()).toBe(true);
      expect(page.trial.trial.peek()?.fault).toMatch(
        /^You are not signed in, or your session has ended/,
      );
      expect(page.rights.may_write.peek()).toBe(true);
      for (const asked of ["POST /timetable/8/changes", "GET /ready"]) server.answer(asked, null);
      page.document.dispatchEvent(new Event("visibilitychange"));
      await soon(() => !page.session.is_signed_out.peek());
      await page.store_trial.storeTrial();
      expect(server.get(1)?.start_time).toBe("2026-03-02T05:01:00Z");
      closePage();
    }
  });
});

describe("a server that is away", () => {
  it("is told in words, asked again, and what it said is gone when it is back", async () => {
    const server = makeServer();
    server.answer("GET /infra", bad_gateway);
    const page = await openPage(server, undefined, (state) => state.loading.fault.peek() !== null);
    expect(page.loading.fault.peek()).toMatch(/^The server is busy or away/);
    server.answer("GET /infra", null);
    await soon(() => page.graph.runs.peek().length === 1 && page.loading.fault.peek() === null);
  });

  it("is told while an answer takes long, and not any more when it has come", async () => {
    const server = makeServer();
    const page = await openPage(server);
    const { api, late_count } = await import("../../../web/src/api/client.ts");
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.answer("GET /infra/2", async () => {
      await released;
      return {};
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = api.GET("/infra/{infra_id}", { params: { path: { infra_id: 2 } } });
    await vi.advanceTimersByTimeAsync(3_900);
    expect(late_count.peek()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(late_count.peek()).toBe(1);
    release();
    await asked;
    expect([late_count.peek(), page.session.notice.peek()]).toEqual([0, null]);
  });
});

describe("a refusal", () => {
  it("is told without paths and headers", async () => {
    const server = makeServer();
    server.answer("GET /timetable/8/train_schedules", () =>
      refusal(403, { required_roles: ["timetable:read"], builtin_roles: [] }),
    );
    const page = await openPage(server, undefined, (state) => state.loading.fault.peek() !== null);
    expect(page.loading.fault.peek()).toBe(
      "You may not do this: it requires the role timetable:read, which an administrator can give you.",
    );
  });
});
