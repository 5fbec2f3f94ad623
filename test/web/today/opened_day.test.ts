// Method: the page's state on a server that is made for the test and has days open on several networks and dates.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeServer, makeTrain } from "../state/fake_server.ts";
import { closePage, openPage } from "../state/page.ts";

let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer();
  server.put(makeTrain(1));
  await openPage(server);
});
afterEach(closePage);

const day = (id: number, infra_id: number, date?: string) => ({
  id,
  infra_id,
  ...(date !== undefined && { date }),
});

describe("a day that is open", () => {
  it("on this network is found, on another one it is told, and on another date it is not", async () => {
    const found = await import("../../../web/src/today/opened_day.ts");
    const { setting } = await import("../../../web/src/state/setting.ts");
    const here = setting.peek()!.infra_id;
    const read = async (...results: readonly object[]) => {
      server.answer("GET /operation", () => Response.json({ count: results.length, results }));
      await found.readOpenedDay(8, new AbortController().signal);
      return [found.opened_day.peek()?.id ?? null, found.opened_elsewhere.peek()?.id ?? null];
    };
    expect(await read()).toEqual([null, null]);
    expect(await read(day(1, here))).toEqual([1, null]);
    expect(await read(day(2, here, "2026-05-22"), day(3, here + 1, "2026-05-22"))).toEqual([
      null,
      null,
    ]);
    expect(await read(day(4, here, "2026-05-22"), day(5, here + 1))).toEqual([null, 5]);
    found.goTo(found.opened_elsewhere.peek()!);
    expect(setting.peek()!.infra_id).toBe(here + 1);
    expect(await read(day(5, here + 1))).toEqual([5, null]);
  });
});
