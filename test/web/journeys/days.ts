/** A timetable gets a period, a train its days, and the graph shows the trains of a date. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { printSpan } from "../../../web/src/graph/clock.ts";
import { scaled } from "../../helpers/pace.ts";
import { Acts } from "../day/acts.ts";
import { countPages, openOut, readCount, saved, search, summaryOf } from "../steps.ts";
import { PATIENT } from "../visit.ts";
import { readJson, readTrain, trainKey, visit, world } from "./stage.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Stored {
  readonly days?: object;
}

interface Named extends Stored {
  readonly train_name: string;
  readonly start_time: string;
}

export function describeDays(): void {
  describe("days of trains", () => {
    const make = async (): Promise<{ id: number; trains: number[]; hash: string }> => {
      const stage = world();
      const { infra_id, electrical_profile_set_id } = stage.imported;
      const send = async (path: string, body?: unknown) =>
        (await stage.send("planner", "POST", path, body)).json();
      const { timetable_id: id } = (await send("/timetable")) as { timetable_id: number };
      const forms = stage.network.train_schedules.slice(0, 3);
      const made = await send(`/timetable/${id}/train_schedules`, forms);
      const trains = (made as { id: number }[]).map((one) => one.id);
      const hash = `#/timetable/${id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
      return { id, trains, hash };
    };

    it("are given in three acts, Monday to Friday except the holidays, and a date shows who runs", async () => {
      const { id, trains, hash } = await make();
      const [train = 0] = trains;
      const made = await visit("planner", hash);
      const { page } = made;
      // the period
      await page.getByText("All trains, each on its own date").click();
      await page.getByLabel("First day").fill("2026-01-01");
      await page.getByLabel("Last day").fill("2026-12-31");
      await page.getByRole("textbox", { name: "Time zone" }).fill("Europe/Berlin");
      await page.getByRole("button", { name: "Store the period" }).click();
      await page.getByLabel("Trains of").waitFor();
      const list = {
        code: "holidays",
        name: "Public holidays",
        dates: ["2026-01-06", "2026-12-25"],
      };
      await world().send("planner", "POST", `/timetable/${id}/day_lists`, list);
      // the days
      await made.open(`${hash}${trainKey(train)}`);
      await page.reload();
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByText("Edit all fields").first().click();
      await page.getByRole("button", { name: "Run on days of the period" }).click();
      await page.getByRole("button", { name: "Mo–Fr" }).click();
      await page.getByLabel("not on: Public holidays").check();
      expect(await page.getByLabel("Days in words").inputValue()).toBe("Mo–Fr, not 6 Jan, 25 Dec");
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(": stored").waitFor();
      const stored = await readJson<Stored>(`/train_schedule/${train}`);
      expect(stored.days).toEqual({ weekdays: [1, 2, 3, 4, 5], except: ["holidays"] });
      // a date
      await made.open(`${hash}&date=2026-01-05`);
      const { train_name } = await readTrain(train);
      await search(page, train_name);
      await expect.poll(async () => await readCount(page, /^Trains \(/), PATIENT).toBe(1);
      await made.open(`${hash}&date=2026-01-06`);
      await expect.poll(async () => await readCount(page, /^Trains \(/), PATIENT).toBe(0);
    });

    it("differ on Saturdays, ten minutes later, in four acts that are taken back in one", async () => {
      const { id, trains, hash } = await make();
      const [train = 0] = trains;
      await world().send("planner", "PUT", `/timetable/${id}`, { period: PERIOD });
      const days = { weekdays: [1, 2, 3, 4, 5, 6] };
      const before = await readTrain(train);
      await world().send("planner", "PUT", `/train_schedule/${train}`, { ...before, days });
      const { page } = await visit("planner", `${hash}${trainKey(train)}`);
      const panel = page.locator("details.move").first();
      const make_variant = panel.getByRole("button", { name: "Otherwise on some days" });
      await make_variant.waitFor();
      const acts = new Acts(page);
      await acts.click(make_variant);
      await acts.click(panel.getByRole("button", { name: "Sa", exact: true }));
      await acts.fill(panel.getByLabel("Minutes later"), "10");
      await page.getByText("2 trains").first().waitFor();
      await acts.click(page.getByRole("button", { name: "Store", exact: true }));
      expect(acts.count).toBe(4);
      await page.getByText(": stored").waitFor();
      const list = async () =>
        (await readJson<{ results: Named[] }>(`/timetable/${id}/train_schedules?page_size=50`))
          .results;
      // each begins on the first of its own days: what is compared is the time of day
      const first = Date.parse(before.start_time) - 7 * DAY_MS;
      const ofName = async () =>
        (await list())
          .filter(({ train_name }) => train_name === before.train_name)
          .map((one) => [(Date.parse(one.start_time) - first) % DAY_MS, one.days]);
      expect(await ofName()).toEqual([
        [0, { weekdays: [1, 2, 3, 4, 5] }],
        [600_000, { weekdays: [6] }],
      ]);
      await page.getByRole("button", { name: /^Undo/ }).first().click();
      await expect.poll(ofName, PATIENT).toEqual([[0, days]]);
      // who may only read is not offered it
      const me = (await (await world().send("reader", "GET", "/authn/me")).json()) as {
        id: number;
      };
      const grant = { subject_id: me.id, grant: "Reader" };
      await world().send("planner", "POST", `/authz/timetable/${id}/grants`, grant);
      const reader = await visit("reader", `${hash}${trainKey(train)}`);
      await reader.page.locator("details.move").first().waitFor();
      await reader.page.getByText("but not change it").first().waitFor();
      expect(
        await reader.page.getByRole("button", { name: "Otherwise on some days" }).count(),
      ).toBe(0);
    });

    const PERIOD = { first: "2026-01-01", last: "2026-12-31", time_zone: "Europe/Berlin" };
    const makeDated = async (...all: readonly object[]) => {
      const made = await make();
      await world().send("planner", "PUT", `/timetable/${made.id}`, { period: PERIOD });
      for (const [i, days] of all.entries()) {
        const train = made.trains[i] ?? 0;
        const form = await readTrain(train);
        await world().send("planner", "PUT", `/train_schedule/${train}`, { ...form, days });
      }
      return made;
    };
    const WORKDAYS = { weekdays: [1, 2, 3, 4, 5], except: ["2026-12-25"] };

    it("tell what runs on a Friday and not on the Saturday after it, and what only then", async () => {
      const { trains, hash } = await makeDated({ weekdays: [1, 2, 3, 4, 5, 6, 7] }, WORKDAYS, {
        weekdays: [6],
      });
      const names = await Promise.all(trains.map(async (id) => (await readTrain(id)).train_name));
      const { page } = await visit("planner", `${hash}&date=2026-01-09`);
      await summaryOf(page, /^Compare/).click();
      await page.getByLabel("Compare with the date").fill("2026-01-10");
      await page.getByText("2 trains differ").first().waitFor();
      await page.getByRole("button", { name: `${names[1]} not on 2026-01-10` }).waitFor();
      await page.getByRole("button", { name: `${names[2]} only on 2026-01-10` }).waitFor();
      // the other way round, from a link
      const back = await visit("planner", `${hash}&date=2026-01-10&compare=2026-01-09`);
      await summaryOf(back.page, /^Compare/).click();
      await back.page.getByRole("button", { name: `${names[2]} not on 2026-01-09` }).waitFor();
      await back.page.getByRole("button", { name: `${names[1]} only on 2026-01-09` }).waitFor();
      // a Friday and another one
      await back.page.getByLabel("Compare with the date").fill("2026-01-17");
      await back.page.getByText("Nothing differs.").waitFor();
    });

    it("stand in the printed table of the line, long ones as notes below it", async () => {
      const { hash } = await makeDated({ weekdays: [1, 2, 3, 4, 5, 6, 7] }, WORKDAYS, WORKDAYS);
      const { page } = await visit("planner", `${hash}&date=2026-01-09`);
      await summaryOf(page, /^Conflicts/).waitFor();
      await openOut(page, /^Tables/);
      const note = "1) Mo–Fr, not 25 Dec";
      await page.getByRole("dialog").getByText(note).first().waitFor();
      const save = async (name: string): Promise<Buffer> =>
        await saved(page, async () => await page.getByRole("button", { name }).press("Enter"));
      const lines = (await save("Save as CSV")).toString().split("\r\n");
      expect(lines[3]).toMatch(/^,,,(daily|1\)),(daily|1\))/);
      expect(lines.filter((line) => line.includes(note)).length).toBeGreaterThan(0);
      expect(countPages(await save("Save as PDF"))).toBeGreaterThan(0);
    });

    it("run by the limits of the shown date, in the train's view and on its driver's sheet", async () => {
      const { trains, hash } = await makeDated({ weekdays: [1, 2, 3, 4, 5] });
      const [train = 0] = trains;
      const { infra_id } = world().imported;
      const { track_section_ranges } = await readJson<{
        track_section_ranges: { track_section: string; begin: number; end: number }[];
      }>(`/train_schedule/${train}/path?infra=${infra_id}`);
      // on Friday alone
      const limit = {
        start_date_time: "2026-01-09T00:00:00Z",
        end_date_time: "2026-01-10T00:00:00Z",
        track_ranges: track_section_ranges.map(({ track_section: track, begin, end }) => ({
          track,
          begin,
          end,
          direction: "START_TO_STOP",
        })),
        speed_limit: 3,
        obj_id: "friday",
      };
      const back = limit.track_ranges.map((one) => ({ ...one, direction: "STOP_TO_START" }));
      const group = (await (
        await world().send("planner", "POST", "/temporary_speed_limit_group", {
          speed_limit_group_name: "Only on Friday",
          speed_limits: [limit, { ...limit, obj_id: "back", track_ranges: back }],
        })
      ).json()) as { group_id: number };
      const at = `${hash.replace("graph", "train")}${trainKey(train)}&limits=${group.group_id}`;
      const lastOf = async (date: string): Promise<number> => {
        const query = `infra=${infra_id}&electrical_profile_set_id=${world().imported.electrical_profile_set_id}`;
        const run = await readJson<{ final_output: { times: number[] } }>(
          `/train_schedule/${train}/simulation?${query}&temporary_speed_limit_group_id=${group.group_id}&date=${date}`,
        );
        return run.final_output.times.at(-1) ?? 0;
      };
      const shown = async (date: string): Promise<string> => {
        const { page } = await visit("planner", `${at}&date=${date}`);
        await page.getByText(`${date} ·`).waitFor();
        return (await page.getByRole("row", { name: "Duration" }).textContent()) ?? "";
      };
      const [thursday, friday] = [await lastOf("2026-01-08"), await lastOf("2026-01-09")];
      expect(friday).toBeGreaterThan(thursday + 60_000);
      expect(await shown("2026-01-08")).toContain(printSpan(thursday));
      expect(await shown("2026-01-09")).toContain(printSpan(friday));
      const { page } = await visit(
        "planner",
        `${hash}${trainKey(train)}&limits=${group.group_id}&date=2026-01-09`,
      );
      await openOut(page, /^Tables/);
      await page.getByLabel("Table of").selectOption("the chosen train");
      const sheet = page.getByRole("table", { name: /, 2026-01-09$/ });
      // winter, as the record's own date
      const start_ms = Date.parse(`2026-01-09T${(await readTrain(train)).start_time.slice(11)}`);
      const end_ms = Math.round((start_ms + friday) / 1000) * 1000;
      // by the clock of the period
      const end = new Date(end_ms).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" });
      await sheet.getByRole("cell", { name: end }).first().waitFor();
    });

    const makeYear = async (): Promise<{ path: string; hash: string; query: string }> => {
      const stage = world();
      const { infra_id, electrical_profile_set_id } = stage.imported;
      const send = async (path: string, body?: unknown) =>
        (await stage.send("planner", "POST", path, body)).json();
      const { timetable_id: id } = (await send("/timetable", { period: PERIOD })) as {
        timetable_id: number;
      };
      const [form] = stage.network.train_schedules;
      // together on Mondays alone
      const forms = [
        [1, 2, 3, 4, 5],
        [1, 6, 7],
      ].map((weekdays) => ({ ...form, days: { weekdays } }));
      await send(`/timetable/${id}/train_schedules`, forms);
      const hash = `#/timetable/${id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
      return { path: `/timetable/${id}`, hash, query: `infra=${infra_id}` };
    };

    it("show the conflicts of a year, by weekday, and one opens its first date", async () => {
      const { hash } = await makeYear();
      const { page } = await visit("planner", `${hash}&date=2026-02-03`);
      await page.getByRole("tab", { name: /^Conflicts/ }).click();
      await page.getByText("Conflicts of all days").click();
      await page.getByRole("button", { name: "Find them" }).click();
      const list = page.getByRole("list", { name: /conflicts? on these days$/ });
      await expect
        .poll(async () => await list.getByText("Mo", { exact: true }).count(), PATIENT)
        .toBeGreaterThan(0);
      const count = await list.getByRole("button").count();
      await page.getByLabel("On the weekday").selectOption({ label: "Tu" });
      await page.getByText("No conflict on these days").waitFor();
      await page.getByLabel("On the weekday").selectOption({ label: "Mo" });
      await expect.poll(async () => await list.getByRole("button").count(), PATIENT).toBe(count);
      const file = await saved(page, async () => {
        await page.getByRole("button", { name: "Save as CSV" }).click();
      });
      const [heads, ...lines] = file.toString().trim().split("\r\n");
      expect(heads).toBe("Kind,From,To,Trains,Days,Number of days,First date");
      expect(lines).toHaveLength(count);
      // 52 Mondays, the first on the 5th
      expect(lines.every((line) => line.endsWith(",Mo,52,2026-01-05"))).toBe(true);
      await page.getByLabel("On the date").fill("2026-03-09");
      await list.getByRole("button").first().click();
      await expect.poll(() => page.url(), PATIENT).toContain("date=2026-03-09");
      await expect.poll(async () => await readCount(page, /^Conflicts \(/), PATIENT).toBe(count);
    });

    const proposeAndStore = async (page: Page): Promise<void> => {
      await page.getByRole("button", { name: "Find a proposal" }).press("Enter");
      await page
        .getByRole("button", { name: "Find another one" })
        .waitFor({ timeout: scaled(30_000) });
      await page.getByText("All of these conflicts are resolved").waitFor();
    };

    it("are left as they are by a proposal for one date", async () => {
      const { path, hash, query } = await makeYear();
      const { page } = await visit("planner", `${hash}&date=2026-03-09`);
      const countOn = async (date: string): Promise<number> =>
        (await readJson<unknown[]>(`${path}/conflicts?${query}&date=${date}`)).length;
      const count = await countOn("2026-03-09");
      expect(count).toBeGreaterThan(0);
      await page.getByRole("tab", { name: /^Conflicts/ }).click();
      await page.getByRole("button", { name: "Resolve all …" }).click();
      await proposeAndStore(page);
      await page.getByText("on this date alone").waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
      await expect.poll(async () => await readCount(page, /^Conflicts \(/), PATIENT).toBe(0);
      expect(await countOn("2026-03-09")).toBe(0);
      expect(await countOn("2026-03-16")).toBe(count);
      const { results } = await readJson<{ results: readonly Stored[] }>(`${path}/train_schedules`);
      expect(results.map(({ days }) => days)).toContainEqual({
        weekdays: [],
        also: ["2026-03-09"],
      });
    });

    it("have no conflict any more after a proposal for all days", async () => {
      const { path, hash, query } = await makeYear();
      const { page } = await visit("planner", `${hash}&date=2026-03-10`);
      await page.getByRole("tab", { name: /^Conflicts/ }).click();
      await page.getByText("Conflicts of all days").click();
      await page.getByRole("button", { name: "Find them" }).click();
      await page.getByRole("button", { name: "Resolve them for all days" }).click();
      await proposeAndStore(page);
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
      const { conflicts } = await readJson<{ conflicts: unknown[] }>(
        `${path}/conflicts/days?${query}`,
      );
      expect(conflicts).toEqual([]);
      const { results } = await readJson<{ results: readonly Stored[] }>(`${path}/train_schedules`);
      expect(results).toHaveLength(2);
    });
  });
}
