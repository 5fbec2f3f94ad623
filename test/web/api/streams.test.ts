// Method: the page's streams in tabs of a browser that is made for the test; the server's words are printed by the
// server's own functions. What was told is compared with what the server has said.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  printBeat,
  printBegin,
  printEnd,
  printEvents,
  printReset,
  printWatchers,
} from "../../../src/platform/events/event_text.ts";
import { FakeBrowser } from "./fake_browser.ts";

const RETRY_MS = 2_000;
const SILENT_MS = 20_000;

const trains = (place: number, changed: number[]): Uint8Array =>
  printEvents([
    { place, name: "trains", data: JSON.stringify({ created: [], changed, deleted: [] }) },
  ]);
const named = (place: number, name: string): Uint8Array =>
  printEvents([{ place, name, data: "{}" }]);

let browser: FakeBrowser;
let stops: (() => void)[] = [];

beforeEach(() => {
  browser = new FakeBrowser();
});
afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  await browser.pass();
  browser.close();
});

/** A tab that looks at timetable 8, and what it was told. */
async function openTimetable() {
  const { followTimetable } = await import("../../../web/src/api/events.ts");
  const told: string[] = [];
  let stop = (): void => undefined;
  const tab = browser.openTab(() => {
    stop = followTimetable(8, {
      told: {
        trains: (data) => told.push(`trains ${JSON.parse(data).changed.join(",")}`),
        paced_trains: (data) => told.push(`paced ${JSON.parse(data).changed.join(",")}`),
        rolling_stock: () => told.push("stock"),
        watchers: (data) => told.push(`watchers ${JSON.parse(data).count}`),
      },
      onReset: () => told.push("reset"),
      onEnd: (reason) => told.push(reason),
      onState: (state) => told.push(state),
    });
  });
  stops.push(stop);
  await browser.pass();
  return { tab, told, stop };
}

/** A tab that looks at network 2. */
async function openInfra() {
  const { followInfra } = await import("../../../web/src/api/events.ts");
  const told: string[] = [];
  browser.openTab(() => {
    stops.push(
      followInfra(2, {
        told: {
          infra: () => told.push("infra"),
          work_schedules: () => told.push("works"),
        },
        onState: (state) => told.push(state),
        onReset: () => told.push("reset"),
        onEnd: (reason) => told.push(reason),
      }),
    );
  });
  await browser.pass();
  return told;
}

describe("a stream of events", () => {
  it("tells what the server says, in pieces of any size", async () => {
    const { told } = await openTimetable();
    expect([browser.only.path, browser.only.from]).toEqual(["/planner/timetable/8/events", null]);
    browser.only.accept(printBegin(5));
    const both = Buffer.concat([
      trains(6, [1, 2]),
      printEvents([
        { place: 9, name: "paced_trains", data: '{"created":[],"changed":[3],"deleted":[]}' },
      ]),
    ]);
    for (const byte of both) browser.only.say(Uint8Array.of(byte));
    await browser.pass();
    expect(told).toEqual(["live", "trains 1,2", "paced 3"]);
  });

  it("goes on after a lost connection from the last place, a beat's too, and tells that it was away", async () => {
    const { told } = await openTimetable();
    browser.only.accept(printBegin(5), trains(6, [1]), printBeat(17));
    await browser.pass();
    browser.only.lose();
    await browser.pass();
    expect(told).toEqual(["live", "trains 1", "offline"]);
    expect(browser.open).toEqual([]);
    await browser.pass(RETRY_MS - 1);
    expect(browser.open).toEqual([]);
    await browser.pass(1);
    expect(browser.only.from).toBe("17");
    browser.only.accept(printBegin(null), trains(19, [2]));
    await browser.pass();
    expect(told.slice(3)).toEqual(["live", "trains 2"]);
  });

  it("comes again after a server's end, a gateway's 502 and too many streams, as often as it takes", async () => {
    const { told } = await openTimetable();
    browser.only.accept(printBegin(5));
    await browser.pass();
    browser.only.end();
    for (const status of [502, 503, 429]) {
      await browser.pass(RETRY_MS);
      browser.only.refuse(status);
    }
    await browser.pass(RETRY_MS);
    browser.only.lose();
    await browser.pass(RETRY_MS);
    expect(browser.only.from).toBe("5");
    browser.only.accept(printBegin(null));
    await browser.pass();
    expect(told).toEqual(["live", "offline", "live"]);
  });

  it("does not come again where it may not read, or where nothing is", async () => {
    for (const status of [401, 403, 404]) {
      const { told, stop } = await openTimetable();
      browser.only.refuse(status);
      await browser.pass(10 * RETRY_MS);
      expect([told, browser.open]).toEqual([["refused"], []]);
      stop();
    }
  });

  it("is lost when the server says nothing for longer than its beats are apart", async () => {
    const { told } = await openTimetable();
    browser.only.accept(printBegin(5));
    await browser.pass(SILENT_MS - 1_000);
    browser.only.say(printBeat(6));
    await browser.pass(SILENT_MS - 1);
    expect(told).toEqual(["live"]);
    await browser.pass(1);
    expect(told).toEqual(["live", "offline"]);
    await browser.pass(RETRY_MS);
    expect(browser.only.from).toBe("6");
  });

  it("ends for good when the timetable is deleted or may not be read any more", async () => {
    for (const reason of ["denied", "deleted"] as const) {
      const { told } = await openTimetable();
      browser.only.accept(printBegin(5), printEnd(reason), trains(7, [1]));
      await browser.pass(10 * RETRY_MS);
      expect([told, browser.open]).toEqual([["live", reason], []]);
    }
  });

  it("tells a reset, and the change of a rolling stock", async () => {
    const { told } = await openTimetable();
    browser.only.accept(printBegin(null), printReset(90), named(91, "rolling_stock"));
    await browser.pass();
    expect(told).toEqual(["live", "reset", "stock"]);
  });

  it("of a network tells the events that a listener names, and no others", async () => {
    const told = await openInfra();
    expect(browser.only.path).toBe("/planner/infra/2/events");
    browser.only.accept(printBegin(5), named(6, "infra"), named(7, "work_schedules"));
    browser.only.say(named(8, "temporary_speed_limits"));
    await browser.pass();
    expect(told).toEqual(["live", "infra", "works"]);
    browser.only.lose();
    await browser.pass(RETRY_MS);
    browser.only.accept(printBegin(null));
    await browser.pass();
    expect(told.splice(0)).toEqual(["live", "infra", "works", "offline", "live"]);
    browser.only.say(printReset(99));
    browser.only.say(printEnd("deleted"));
    await browser.pass(RETRY_MS);
    expect([told, browser.open]).toEqual([["reset", "deleted"], []]);
  });
});

describe("a stream of several tabs", () => {
  it("is read by one, told to all, and a tab that comes later knows how it stands", async () => {
    const first = await openTimetable();
    browser.only.accept(printBegin(5));
    await browser.pass();
    const second = await openTimetable();
    expect([browser.connections.length, second.told]).toEqual([1, ["live"]]);
    browser.only.say(trains(6, [4]));
    await browser.pass();
    expect([first.told, second.told]).toEqual([
      ["live", "trains 4"],
      ["live", "trains 4"],
    ]);
    browser.only.lose();
    await browser.pass();
    expect([first.told.at(-1), second.told.at(-1)]).toEqual(["offline", "offline"]);
    expect(browser.open).toEqual([]);
  });

  it("tells a tab that comes later who watches, which the server does not say again", async () => {
    const first = await openTimetable();
    browser.only.accept(printBegin(5), printWatchers('{"users":[],"count":2}'));
    await browser.pass();
    const second = await openTimetable();
    browser.only.say(trains(6, [4]));
    await browser.pass();
    for (const { told } of [first, second])
      expect(told).toEqual(["live", "watchers 2", "trains 4"]);
  });

  it("is taken over from the last place when the tab that reads is closed", async () => {
    const first = await openTimetable();
    browser.only.accept(printBegin(5));
    const second = await openTimetable();
    const third = await openTimetable();
    browser.only.say(trains(6, [4]));
    await browser.pass();
    first.stop();
    await browser.pass();
    expect(browser.only.from).toBe("6");
    browser.only.accept(printBegin(null), trains(7, [5]));
    await browser.pass();
    for (const { told } of [second, third]) expect(told).toEqual(["live", "trains 4", "trains 5"]);
    expect(first.told).toEqual(["live", "trains 4"]);
    second.stop();
    await browser.pass();
    expect(browser.only.from).toBe("7");
  });

  it("is read on by another while its tab is hidden, which hears everything and reads again when it is alone", async () => {
    const first = await openTimetable();
    browser.only.accept(printBegin(5));
    const second = await openTimetable();
    await browser.pass();
    first.tab.show("hidden");
    await browser.pass();
    browser.only.accept(printBegin(null), trains(6, [4]));
    await browser.pass();
    expect(first.told.at(-1)).toBe("trains 4");
    first.tab.show("visible");
    await browser.pass();
    expect(browser.connections).toHaveLength(2);
    second.tab.show("hidden");
    await browser.pass();
    expect(browser.only.from).toBe("6");
  });

  it("is lost by a tab that was not told everything: it reads everything again", async () => {
    const first = await openTimetable();
    browser.only.accept(printBegin(5));
    const second = await openTimetable();
    browser.only.say(trains(6, [4]));
    await browser.pass();
    // Words of a reader that the second has not heard, as when its browser had put it to sleep.
    const channel = new BroadcastChannel(
      "https://marey.test/planner/timetable/8/events?watchers=true",
    );
    channel.postMessage({ state: "live", before: "8", part: { id: "9", event: null } });
    channel.close();
    await browser.pass();
    expect([first.told.at(-1), second.told.at(-1)]).toEqual(["reset", "reset"]);
  });

  it("is one a tab where browsers have no locks", async () => {
    browser.close();
    browser = new FakeBrowser(false);
    await openTimetable();
    await openTimetable();
    expect(browser.open).toHaveLength(2);
  });
});
