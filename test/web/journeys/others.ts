/** What others do, a short term request, and a server that is not itself. The last ends the world. */
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import {
  clickOnce,
  listenToAsked,
  openConflicts,
  openMenu,
  openSetting,
  pick,
  readCount,
  search,
  settledView,
  summaryOf,
  tryShift,
} from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import {
  graphHash,
  idOf,
  readJson,
  readTrain,
  runQuery,
  trainKey,
  visit,
  visitGraph,
  world,
} from "./stage.ts";

/** A search on a busy machine. */
const SEARCHED = { timeout: scaled(20_000) };

export function describeOthers(): void {
  describe("what others do", () => {
    it("appears by itself, with a mark, and goes on after the connection was lost", async () => {
      const { page } = await visitGraph("reader");
      await page.getByText("Live", { exact: true }).waitFor();
      const train = await readTrain(idOf(9));
      const { page: other } = await visitGraph("planner", trainKey(idOf(9)));
      await tryShift(other, train.start_time, 180_000);
      await other.getByRole("button", { name: "Store", exact: true }).click();
      const item = page.getByRole("button", { name: train.train_name }).first();
      await item.getByText("just changed by somebody").waitFor();
      const start = new Date(Date.parse(train.start_time) + 180_000).toISOString().slice(11, 16);
      await item.getByText(start).waitFor();
      world().gateway.cut();
      await page.getByText("Offline: connecting again").waitFor();
      const missed = { ...train, train_name: "while nobody looked" };
      await world().send("planner", "PUT", `/train_schedule/${idOf(9)}`, missed);
      await page.getByRole("button", { name: "while nobody looked" }).first().waitFor();
      await world().send("planner", "PUT", `/train_schedule/${idOf(9)}`, train);
    });

    it("is read by one tab of a browser for all of them, and by the next when that one is hidden or closed", async () => {
      const made = await visitGraph("reader");
      const first = made.page;
      await first.getByText("Live", { exact: true }).waitFor();
      const second = await made.context.newPage();
      const streams: Request[] = [];
      second.on("request", (request) => {
        if (new URL(request.url()).pathname.endsWith("/events")) streams.push(request);
      });
      await second.goto(first.url());
      await second.getByText("Live", { exact: true }).waitFor();
      const train = await readTrain(idOf(9));
      const rename = async (train_name: string): Promise<void> => {
        await world().send("planner", "PUT", `/train_schedule/${idOf(9)}`, {
          ...train,
          train_name,
        });
      };
      const isNamed = async (page: Page, name: string): Promise<void> =>
        await page.getByRole("button", { name }).first().waitFor();
      await rename("told to both");
      for (const page of [first, second]) await isNamed(page, "told to both");
      expect(streams).toEqual([]);
      await first.evaluate(SHOW_AS("hidden"));
      await expect.poll(() => streams.map(pathOf).sort(), PATIENT).toEqual(BOTH_STREAMS());
      for (const stream of streams) expect(stream.headers()["last-event-id"]).toMatch(/^\d+$/);
      await rename("told by the second");
      for (const page of [first, second]) await isNamed(page, "told by the second");
      await second.close();
      await rename("told to nobody");
      await first.evaluate(SHOW_AS("visible"));
      await isNamed(first, "told to nobody");
      await rename(train.train_name);
      await isNamed(first, train.train_name);
    });

    it("to a paced train is read alone, with what it changes", async () => {
      const { page } = await visitGraph("reader");
      await page.getByText("Live", { exact: true }).waitFor();
      await settledView(page);
      const [id = 0] = world().imported.paced_train_ids;
      const train = await readJson<{ train_name: string }>(`/paced_train/${id}`);
      const asked = listenToAsked(page);
      const renamed = { ...train, train_name: "R1 by night" };
      await world().send("planner", "PUT", `/paced_train/${id}`, renamed);
      const item = page.getByRole("button", { name: "R1 by night" });
      await item.first().getByText("just changed by somebody").waitFor();
      await expect
        .poll(() => asked.toSorted(), PATIENT)
        .toEqual([
          "GET /paced_train",
          "GET /timetable/conflicts",
          "GET /timetable/statuses",
          "POST /timetable/project_stations",
        ]);
      await world().send("planner", "PUT", `/paced_train/${id}`, train);
      await item.first().waitFor({ state: "detached" });
    });

    it("to the network is told: its name is read again, and with another version everything", async () => {
      const { page } = await visitGraph("reader");
      const { infra_id } = world().imported;
      const asked = listenToAsked(page);
      const mark = page.locator(".context").getByText("just changed by somebody");
      await world().send("planner", "PUT", `/infra/${infra_id}`, { name: "Renamed" });
      await mark.waitFor();
      await openSetting(page);
      await page.getByLabel("Network").locator("option", { hasText: "Renamed" }).waitFor({
        state: "attached",
      });
      expect(asked.filter((one) => one !== "GET /infra")).toEqual([]);
      await page.route(
        ({ pathname }) => pathname.endsWith(`/infra/${infra_id}`),
        async (route) => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            json: { ...(await answer.json()), version: "99" },
          });
        },
      );
      const again = page.waitForRequest((request) => request.url().includes("/conflicts?"));
      await world().send("planner", "PUT", `/infra/${infra_id}`, { name: "Demo" });
      await again;
    });

    it("to works is told: new ones can be chosen, and deleted ones are chosen no longer", async () => {
      const { page } = await visitGraph();
      const before = await readCount(page, /^Conflicts/);
      const { work_schedule_group_id: id } = await create("/work_schedules", {
        work_schedule_group_name: "Night works",
        work_schedules: [{ ...(await closeTrack(idOf(0))), work_schedule_type: "TRACK" }],
      });
      const bar = page.locator(".context");
      await bar.getByText("just changed by somebody").waitFor();
      await openSetting(page);
      await page.getByLabel("Works", { exact: true }).selectOption({ label: "Night works" });
      const path = `/timetable/${world().imported.timetable_id}/conflicts?${runQuery()}`;
      const conflicts = await readJson<unknown[]>(`${path}&work_schedule_group_id=${id}`);
      expect(conflicts.length).toBeGreaterThan(before);
      await summaryOf(page, new RegExp(`^Conflicts \\(${conflicts.length}\\)`)).waitFor();
      await openConflicts(page);
      await page
        .getByRole("button", { name: /\bclosed/ })
        .first()
        .waitFor();
      await page
        .getByRole("list", { name: "Legend" })
        .getByText("works", { exact: true })
        .waitFor();
      await page.getByRole("button", { name: "Map" }).click();
      await page.getByRole("tab", { name: "Works" }).click();
      await page
        .getByRole("tabpanel")
        .getByText(/^Work /)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Short term" }).click();
      await page.getByRole("button", { name: "Find a train" }).click();
      await page.getByText("There is no room. In its way:").waitFor(SEARCHED);
      await page.getByRole("listitem").getByText("a work").first().waitFor();
      await page.getByRole("button", { name: "Train graph" }).click();
      const { page: other } = await visit("reader", new URL(page.url()).hash);
      await summaryOf(other, new RegExp(`^Conflicts \\(${conflicts.length}\\)`)).waitFor();
      await world().send("planner", "DELETE", `/work_schedules/${id}`);
      for (const one of [page, other]) {
        await one.getByText("These works were deleted").waitFor();
        await one.locator(".context").getByText("just changed by somebody").waitFor();
        await summaryOf(one, new RegExp(`^Conflicts \\(${before}\\)`)).waitFor();
        expect(one.url()).not.toContain("works=");
      }
    });

    it("to temporary limits is told too: trains run slower with them, and as before when they are gone", async () => {
      const { page } = await visit(
        "reader",
        graphHash().replace("graph", "train") + trainKey(idOf(0)),
      );
      const lasts = page.getByRole("row", { name: "Duration" });
      const before = (await lasts.textContent()) ?? "";
      const { group_id: id } = await create("/temporary_speed_limit_group", {
        speed_limit_group_name: "Slow order",
        speed_limits: [
          { ...(await closeTrack(idOf(0), { direction: "START_TO_STOP" })), speed_limit: 3 },
        ],
      });
      await openSetting(page);
      await page.getByLabel("Temporary limits").selectOption({ label: "Slow order" });
      await expect.poll(async () => await lasts.textContent(), PATIENT).not.toBe(before);
      await world().send("planner", "DELETE", `/temporary_speed_limit_group/${id}`);
      await page.getByText("These temporary limits were deleted").waitFor();
      await expect.poll(async () => await lasts.textContent(), PATIENT).toBe(before);
    });

    it("marks trains that run otherwise than they were accepted, until they are accepted", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const acknowledged = listenToAsked(page);
      const ask = page.getByRole("button", { name: "Accept how all trains run now" });
      const question = page.getByRole("dialog", { name: "Accept how all trains run now" });
      await ask.click();
      await question.getByText(/This can't be undone/).waitFor();
      await question.getByRole("button", { name: "Cancel" }).click();
      expect(acknowledged.filter((one) => one.endsWith("/acknowledge"))).toEqual([]);
      await ask.click();
      await question.getByRole("button", { name: "Accept", exact: true }).click();
      await page.getByText(/trains are accepted/).waitFor();
      const train = await readTrain(idOf(0));
      const slower = { ...train, margins: { boundaries: [], values: ["20%"] } };
      await world().send("planner", "PUT", `/train_schedule/${idOf(0)}`, slower);
      const item = page.getByRole("button", { name: train.train_name }).first();
      await item.getByText("outdated").waitFor();
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page
        .getByText("runs differently from when it was planned: its times are different")
        .waitFor();
      await page.getByRole("button", { name: "Accept how it runs now" }).click();
      await page.getByText("1 train is accepted").waitFor();
      await page.getByText("runs differently from when").waitFor({ state: "detached" });
    });
  });

  describe("a short term request", () => {
    it("is answered, drawn, and kept at wish", async () => {
      const made = await visitGraph();
      const { page } = made;
      const all = await readCount(page, /^Trains/);
      await page.getByRole("button", { name: "Short term" }).click();
      await page.getByLabel("Rolling stock").selectOption({ label: "demo_freight" });
      await page.getByRole("button", { name: "Find a train" }).click();
      await page.getByText(/^Leaves at \d/).waitFor(SEARCHED);
      await expectAccessible(made);
      await page.getByLabel("Name", { exact: true }).fill("Night ballast");
      await clickOnce(page, page.getByRole("button", { name: "Keep it" }), "/changes");
      await page.getByText("Night ballast is in the timetable now.").waitFor();
      await page.getByRole("button", { name: "Train graph" }).click();
      await expect.poll(async () => await readCount(page, /^Trains/), PATIENT).toBe(all + 1);
      await search(page, "Night");
      expect(await readCount(page, /^Trains/)).toBe(1);
    });
  });

  describe("a short term request that takes too long", () => {
    it("is told in words, and can be made again", async () => {
      const { page } = await visitGraph();
      await page.getByRole("button", { name: "Short term" }).click();
      await page.getByLabel("Rolling stock").selectOption({ label: "demo_freight" });
      // A server that has just started knows no run: what is asked first takes it longer.
      await world().restart({ REQUEST_DEADLINE_MS: "100" });
      try {
        const answered = page.waitForResponse((one) => one.url().includes("/stdcm?"), SEARCHED);
        await page.getByRole("button", { name: "Find a train" }).click();
        expect((await answered).status()).toBe(504);
        await page.getByText("This took the server too long.").first().waitFor();
      } finally {
        await world().restart();
      }
      await page.getByRole("button", { name: "Find a train" }).click();
      await page.getByText(/^Leaves at \d/).waitFor(SEARCHED);
    });
  });

  describe("an empty timetable", () => {
    it("gets its first train from a request, which is then on the graph", async () => {
      const answer = await world().send("planner", "POST", "/timetable");
      const { timetable_id } = (await answer.json()) as { timetable_id: number };
      const { infra_id } = world().imported;
      const { page } = await visit(
        "planner",
        `#/timetable/${timetable_id}/request?infra=${infra_id}`,
      );
      await page.getByLabel("Rolling stock").selectOption({ label: "demo_freight" });
      const find = page.getByRole("button", { name: "Find a train" });
      expect(await find.isDisabled()).toBe(true);
      await pick(page, "From", "Essoyes");
      await pick(page, "To", "Issenheim");
      expect(await page.getByRole("combobox", { name: "From" }).inputValue()).toBe("Essoyes");
      await find.click();
      await page.getByText(/^Leaves at \d/).waitFor(SEARCHED);
      await page.getByLabel("Name", { exact: true }).fill("   ");
      await page.getByRole("button", { name: "Keep it" }).click();
      await page.locator(".tab", { hasText: "Train graph" }).click();
      // A name of blanks can be seen.
      const trains = page.getByRole("list", { name: /^Trains/ });
      await trains.getByRole("button", { name: "(no name)" }).waitFor();
      expect(await readCount(page, /^Trains/)).toBe(1);
      await page.locator(".empty").waitFor({ state: "detached" });
    });
  });

  describe("when the server is not itself", () => {
    it("says what it waits for, and shows it when it comes", async () => {
      world().gateway.delay_ms = 250;
      try {
        const { page } = await visit("planner", graphHash());
        const awaited = /^(Finding the axis|Computing the trains|Looking for conflicts)/;
        await page.locator(".step", { hasText: awaited }).waitFor();
        await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      } finally {
        world().gateway.delay_ms = 0;
      }
    });

    it("tells an ended database in words, keeps what it shows, and goes on after a restart", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(5)));
      const before = await readTrain(idOf(5));
      world().stopDatabase();
      await tryShift(page, before.start_time, 60_000);
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.locator(".tried.failed", { hasText: /database|server/ }).waitFor();
      expect(await readCount(page, /^Trains/)).toBeGreaterThan(60);
      await world().restart({ AUTHORIZATION: "disabled" });
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      await page.reload();
      await openMenu(page, /^Open server/);
      await page.getByText("AUTHORIZATION=disabled").waitFor();
    });
  });
}

async function create(path: string, body: unknown): Promise<Record<string, number>> {
  return (await (await world().send("planner", "POST", path, body)).json()) as Record<
    string,
    number
  >;
}

/** A work or a limit on the longest track of a train's path, all days. */
async function closeTrack(
  id: number,
  directed: { readonly direction?: string } = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { track_section_ranges } = await readJson<{
    track_section_ranges: { track_section: string; begin: number; end: number }[];
  }>(`/train_schedule/${id}/path?infra=${world().imported.infra_id}`);
  const [longest] = track_section_ranges.toSorted((a, b) => b.end - b.begin - (a.end - a.begin));
  const { track_section: track = "", begin = 0, end = 0 } = longest ?? {};
  const track_ranges = [{ track, begin, end, ...directed }];
  return {
    start_date_time: "2026-03-01T00:00:00Z",
    end_date_time: "2026-03-04T00:00:00Z",
    track_ranges,
    obj_id: "closed",
  };
}

/** As a browser does when another tab is chosen. */
const SHOW_AS = (state: "hidden" | "visible"): string => `
  Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"))`;

function pathOf(request: Request): string {
  return new URL(request.url()).pathname.replace(/^\/\w+/, "");
}

const BOTH_STREAMS = (): string[] => {
  const { timetable_id, infra_id } = world().imported;
  return [`/infra/${infra_id}/events`, `/timetable/${timetable_id}/events`];
};
