/** A day as it runs: trains told late, held, sent behind others and cancelled; what follows is seen and taken back. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, PATIENT, type Visit } from "../visit.ts";
import {
  idOf,
  readJson,
  readTrain,
  runQuery,
  trainKey,
  visit,
  visitGraph,
  world,
} from "./stage.ts";

/** A train that did not start for so long is late by whole minutes. */
const OVERDUE_MS = 5 * 60_000;

async function make<T>(path: string, body: object): Promise<T> {
  return (await (await world().send("planner", "POST", path, body)).json()) as T;
}

/** Enough to find one that passes somewhere. */
const TRIED_MAX = 200;

interface Way {
  readonly track_section_ranges: readonly { readonly track_section: string }[];
}

const infra = (): number => world().imported.infra_id;

interface DayStop {
  readonly stop: string;
  readonly planned_departure: string | null;
  readonly departure: string | null;
  readonly delay_seconds: number | null;
  readonly ends: "leaves" | "stands" | null;
  readonly is_cancelled: boolean;
}

interface DayTrain {
  readonly train: { readonly kind: string; readonly id: number };
  readonly stops: readonly DayStop[];
  readonly waits: readonly { readonly cause: { readonly id: number } }[];
}

const EARLY = "as_of=2000-01-01T00:00:00Z";

async function readDay(): Promise<readonly DayTrain[]> {
  const { timetable_id } = world().imported;
  const path = `/timetable/${timetable_id}/forecast?${runQuery()}&${EARLY}`;
  return (await readJson<{ trains: readonly DayTrain[] }>(path)).trains;
}

interface Said {
  readonly train: object;
  readonly event: string;
  readonly stop: string;
  readonly other?: object;
  readonly at: string | null;
  readonly until?: string | null;
  readonly observed_at: string;
  readonly source: string;
}

async function readReports(): Promise<readonly Said[]> {
  const { timetable_id } = world().imported;
  const path = `/timetable/${timetable_id}/reports?page_size=1000`;
  return (await readJson<{ results: [] }>(path)).results;
}

const isLate = ({ stops }: DayTrain): boolean =>
  stops.some(({ delay_seconds }) => (delay_seconds ?? 0) >= 60);

async function openToday(caller = "planner", id = idOf(0)): Promise<Visit> {
  const made = await visitGraph(caller, trainKey(id));
  await made.page.getByRole("button", { name: "Today", exact: true }).click();
  await made.page.getByLabel("Minutes late").waitFor(PATIENT);
  return made;
}

const lateList = (page: Page): Locator => page.getByRole("list", { name: /late$/ });

export function describeToday(): void {
  describe("the running day", () => {
    it("has a chosen train told late by a number and Enter; who waits for it is listed, and it is taken back by a click", async () => {
      const made = await openToday();
      const { page } = made;
      await page.getByText("Nothing is reported: trains run as planned.").waitFor(PATIENT);
      const planned = (await readDay()).filter(isLate).length;
      const minutes = page.getByLabel("Minutes late");
      await minutes.fill("25");
      await minutes.press("Enter");
      await page.getByText(/^Reported until /).waitFor(PATIENT);
      await page.getByRole("button", { name: /^Take back: / }).waitFor(PATIENT);
      const day = await readDay();
      const own = day.find(({ train }) => train.kind === "train_schedule" && train.id === idOf(0));
      expect(own?.stops.at(-1)?.delay_seconds).toBeGreaterThan(600);
      expect(day.filter(isLate).length).toBeGreaterThan(planned);
      await expect
        .poll(async () => await lateList(page).getByRole("button").count(), PATIENT)
        .toBeGreaterThan(0);
      await page.getByText("expected", { exact: true }).waitFor(PATIENT);
      await expectAccessible(made);
      await page.getByRole("button", { name: /^Take back: / }).click();
      await page
        .getByRole("button", { name: /^Take back: / })
        .waitFor({ ...PATIENT, state: "detached" });
      expect((await readDay()).filter(isLate).length).toBe(planned);
      expect((await readReports()).map(({ at }) => at)).toEqual([null]);
    });

    it("has a train held and cancelled, and other pages follow", async () => {
      const { page } = await openToday();
      const other = await openToday("reader");
      await page.getByLabel("Minutes late").fill("40");
      await page.getByRole("button", { name: "Hold it so long" }).click();
      await page.getByRole("button", { name: /held until/ }).waitFor(PATIENT);
      await other.page.getByText(/held until/).waitFor(PATIENT);
      expect(await other.page.getByRole("button", { name: "Report" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "It does not run" }).click();
      await page.getByText(/1 train does not run\./).waitFor(PATIENT);
      const isOwn = ({ train }: DayTrain): boolean =>
        train.kind === "train_schedule" && train.id === idOf(0);
      expect((await readDay()).some(isOwn)).toBe(false);
      for (const what of [/does not run$/, /held until/]) {
        const button = page
          .getByRole("button", { name: what })
          .and(page.getByRole("button", { name: /^Take back/ }));
        await button.click();
        await button.waitFor({ ...PATIENT, state: "detached" });
      }
      await page.getByLabel("Minutes late").waitFor(PATIENT);
      expect((await readDay()).some(isOwn)).toBe(true);
    });

    it("has what goes wrong told in two acts, and taken back: a slower train, and closed track", async () => {
      const { page } = await openToday();
      const endOf = async (): Promise<number> =>
        (await readDay()).find(({ train }) => train.id === idOf(0))?.stops.at(-1)?.delay_seconds ??
        Number.NaN;
      const before = await endOf();
      const percent = page.getByLabel("Slower by %");
      await percent.fill("60");
      await percent.press("Enter");
      const slower = page.getByRole("button", { name: /^Take back: .*60 % slower/ });
      await slower.waitFor(PATIENT);
      expect(await endOf()).toBeGreaterThan(before + 60);
      await slower.click();
      await slower.waitFor({ ...PATIENT, state: "detached" });
      expect(await endOf()).toBe(before);
      const track = page.getByLabel("Track section");
      await track.fill("nowhere");
      await track.press("Enter");
      await page.getByText("The network has no such track.").waitFor(PATIENT);
      const closed = page.getByRole("button", { name: /^Take back: nowhere: closed/ });
      await closed.click();
      await closed.waitFor({ ...PATIENT, state: "detached" });
    });

    it("has a part of a track closed for a time, and a train seen where it does not stop, told in two acts", async () => {
      const trains = (await readDay()).filter(({ train }) => train.kind === "train_schedule");
      const passing: { id: number; stop: string; track: string }[] = [];
      for (const { train, stops } of trains.slice(0, TRIED_MAX)) {
        const { path } = await readTrain(train.id);
        const own = path.find(({ id }) => !stops.some(({ stop }) => stop === id));
        if (own === undefined) continue;
        const way = await readJson<Way>(`/train_schedule/${train.id}/path?infra=${infra()}`);
        const [range] = way.track_section_ranges;
        passing.push({ id: train.id, stop: own.id, track: range?.track_section ?? "" });
        break;
      }
      const [chosen] = passing;
      if (chosen === undefined) throw new Error("a train passes without a stop");
      const made = await openToday("planner", chosen.id);
      const { page } = made;
      await page.getByLabel("Runs through").selectOption(chosen.stop);
      await page.getByLabel("Seen at").fill("05:21");
      await page.getByLabel("Seen at").press("Enter");
      const seen = page.getByRole("button", { name: /^Take back: .*, passed 05:21/ });
      await seen.waitFor(PATIENT);
      const said = (await readReports()).find(({ event }) => event === "passed");
      expect(said).toMatchObject({ stop: chosen.stop, source: "page" });
      expect(said?.at).toMatch(/T05:21:00/);
      await page.getByText("Only a part, or not from now on").click();
      for (const [label, text] of [
        ["From metre", "100"],
        ["To metre", "250.5"],
        ["Closed from", "13:00"],
        ["Closed until", "12:00"],
        ["Track section", chosen.track],
      ] as const)
        await page.getByLabel(label).fill(text);
      await expectAccessible(made);
      await page.getByRole("button", { name: "Close the track" }).click();
      const closed = page.getByRole("button", { name: /^Take back: .*: closed from 13:00.* to / });
      await closed.waitFor(PATIENT);
      const place = (await readReports()).find(
        ({ event, at }) => event === "closed" && at !== null,
      );
      expect(place).toMatchObject({
        track_range: { track_section: chosen.track, begin: 100_000, end: 250_500 },
      });
      // The next time that clocks show it.
      const lasts_ms = Date.parse(place?.until ?? "") - Date.parse(place?.at ?? "");
      expect(lasts_ms).toBe(23 * 3_600_000);
      for (const one of [closed, seen]) {
        await one.click();
        await one.waitFor({ ...PATIENT, state: "detached" });
      }
    });

    it("follows a day that others tell: which trains get later and which make up time, and says while it is not told", async () => {
      const made = await openToday("reader");
      const { page } = made;
      const { timetable_id } = world().imported;
      const path = `/timetable/${timetable_id}/reports`;
      await world().send("planner", "DELETE", path);
      const day = await readDay();
      const { train, stops } = day.find((one) => one.train.id === idOf(0)) ?? {};
      const { train_name } = await readTrain(idOf(0));
      const planned_ms = Date.parse(stops?.[0]?.planned_departure ?? "");
      const tell = async (minutes: number, after_minutes: number): Promise<void> => {
        const at = (ms: number): string => new Date(planned_ms + 60_000 * ms).toISOString();
        const said = { at: at(minutes), observed_at: at(after_minutes), source: "signal box" };
        const report = { train, event: "departed", stop: stops?.[0]?.stop, ...said };
        await world().send("planner", "POST", path, [report]);
      };
      const own = lateList(page).getByRole("button", { name: new RegExp(`^${train_name}\\b`) });
      // From then on others tell how far the day is.
      const fed = page.waitForResponse((answer) => {
        const is_whole = /json/.test(answer.headers()["content-type"] ?? "");
        return is_whole && /\/forecast\?(?!.*as_of)/.test(answer.url());
      });
      await tell(30, 30);
      await fed;
      await own.getByText(/^\+\d+$/).waitFor(PATIENT);
      await tell(36, 36);
      await own.getByText(/^\+\d min in the last 6 min$/).waitFor(PATIENT);
      await expectAccessible(made);
      await tell(26, 50);
      await own.getByText(/^−\d+ min in the last 10 min$/).waitFor(PATIENT);
      world().gateway.cut();
      const trouble = page.getByText(/This is how the day stood\./);
      await trouble.waitFor(PATIENT);
      await trouble.waitFor({ ...PATIENT, state: "detached" });
      await world().send("planner", "DELETE", path);
      await page.getByText("Nothing is reported: trains run as planned.").waitFor(PATIENT);
    });

    it("goes by the clock of a day that is opened while its trains run: what nobody reports is overdue", async () => {
      const { infra_id } = world().imported;
      const { timetable_id: id } = await make<{ readonly timetable_id: number }>("/timetable", {});
      const start_time = new Date(Date.now() - OVERDUE_MS).toISOString();
      const {
        id: _id,
        timetable_id: _of,
        ...form
      } = await readJson<Record<string, unknown>>(`/train_schedule/${idOf(0)}`);
      const [train] = await make<readonly { readonly id: number }[]>(
        `/timetable/${id}/train_schedules`,
        [{ ...form, start_time }],
      );
      const hash = `#/timetable/${id}/today?infra=${infra_id}${trainKey(train?.id ?? 0)}`;
      const made = await visit("planner", hash);
      const { page } = made;
      await page.getByText("Nothing is reported: trains run as planned.").waitFor(PATIENT);
      await page.getByText("No train is late", { exact: true }).waitFor(PATIENT);
      await page.getByRole("button", { name: "Open the day" }).click();
      await page.getByText(/^By the clock of the day it is \d\d:\d\d/).waitFor(PATIENT);
      const own = lateList(page).getByRole("button");
      await own.getByText(/^\+\d+$/).waitFor(PATIENT);
      const told = await readJson<{ readonly as_of: string }>(
        `/timetable/${id}/forecast?infra=${infra_id}`,
      );
      expect(Date.parse(told.as_of)).toBeGreaterThan(Date.parse(start_time));
      await expectAccessible(made);
      // It left as planned.
      await page.getByLabel("Leaves").selectOption({ index: 0 });
      await page.getByLabel("Minutes late").fill("0");
      await page.getByLabel("Minutes late").press("Enter");
      await page.getByText("No train is late", { exact: true }).waitFor(PATIENT);
      await page.getByText(/^By the clock of the day/).waitFor(PATIENT);
    });

    it("has a train end at a stop of its way, on the track or off it, and taken back", async () => {
      const { page } = await openToday();
      const own = (await readDay()).find(({ train }) => train.id === idOf(0));
      const [at] = own?.stops.slice(1, -1).filter(({ stop }) => stop !== null) ?? [];
      if (at === undefined) throw new Error("the train stops on its way");
      const endsOf = async (): Promise<unknown> =>
        (await readDay())
          .find(({ train }) => train.id === idOf(0))
          ?.stops.map(({ ends, is_cancelled }) => (is_cancelled ? "no" : ends))
          .filter((one) => one !== null);
      const behind = own?.stops.slice(own.stops.indexOf(at) + 1).map(() => "no");
      for (const [button, said, told] of [
        ["Ends there", /ends at/, "leaves"],
        ["Stays there", /stays at .*, on its track/, "stands"],
      ] as const) {
        await page.getByLabel("Leaves").selectOption(at.stop);
        await page.getByRole("button", { name: button }).click();
        const back = page.getByRole("button", { name: said });
        await back.waitFor(PATIENT);
        expect(await endsOf()).toEqual([told, ...(behind ?? [])]);
        await back.click();
        await back.waitFor({ ...PATIENT, state: "detached" });
        expect(await endsOf()).toEqual([]);
      }
    });

    it("has a proposal taken in one act, which comes true, and undone in one", async () => {
      const made = await openToday();
      const { page } = made;
      await page.getByLabel("Minutes late").fill("25");
      await page.getByLabel("Minutes late").press("Enter");
      const said_back = page.getByRole("button", { name: /^Take back: / });
      await said_back.waitFor(PATIENT);
      const before = (await readReports()).filter(({ at }) => at !== null).length;
      await page.getByRole("button", { name: "What to decide?" }).click();
      const first = page.getByRole("list", { name: "Proposals" }).getByRole("listitem").first();
      await first.waitFor(PATIENT);
      await first.getByText(/ → \d+ minutes late in all/).waitFor(PATIENT);
      await expectAccessible(made);
      if (process.env["PICTURE"]) await page.screenshot({ path: process.env["PICTURE"] });
      await page.getByRole("button", { name: "Take proposal 1" }).click();
      const undo = page.getByRole("button", { name: "Undo the proposal" });
      await undo.waitFor(PATIENT);
      const said = await readReports();
      const added = said.filter(({ at }) => at !== null).length - before;
      expect(added).toBeGreaterThan(0);
      expect(said.filter(({ source }) => source === "proposal")).toHaveLength(added);
      await undo.click();
      await undo.waitFor({ ...PATIENT, state: "detached" });
      expect((await readReports()).filter(({ at }) => at !== null)).toHaveLength(before);
      await expect.poll(async () => await said_back.count(), PATIENT).toBe(before);
      await said_back.click();
      await said_back.waitFor({ ...PATIENT, state: "detached" });
    });

    it("keeps a decision that a colleague has told since when a proposal is undone, and says so", async () => {
      const { page } = await openToday();
      await page.getByLabel("Minutes late").fill("25");
      await page.getByLabel("Minutes late").press("Enter");
      await page.getByRole("button", { name: /^Take back: / }).waitFor(PATIENT);
      await page.getByRole("button", { name: "What to decide?" }).click();
      await page.getByRole("button", { name: "Take proposal 1" }).click();
      const undo = page.getByRole("button", { name: "Undo the proposal" });
      await undo.waitFor(PATIENT);
      const isTaken = ({ source, at }: Said): boolean => source === "proposal" && at !== null;
      const decided = (await readReports()).find(isTaken);
      if (decided === undefined) throw new Error("the proposal is stored");
      const observed_at = new Date(Date.parse(decided.observed_at) + 60_000).toISOString();
      const theirs = { ...decided, observed_at, source: "colleague" };
      const { timetable_id } = world().imported;
      const path = `/timetable/${timetable_id}/reports`;
      expect((await world().send("planner", "POST", path, [theirs])).status).toBe(200);
      await undo.click();
      await page.getByText("A newer or longer decision stays as it is.").waitFor(PATIENT);
      const left = (await readReports()).filter(({ at }) => at !== null);
      expect(left.map(({ source }) => source).sort()).toEqual(["colleague", "page"]);
      await world().send("planner", "DELETE", path);
      await page
        .getByRole("button", { name: /^Take back: / })
        .first()
        .waitFor({ ...PATIENT, state: "detached" });
    });

    it("says of a train told faster than it can run that this is not believed", async () => {
      const { page } = await openToday();
      const minutes = page.getByLabel("Minutes late");
      const said_back = page.getByRole("button", { name: /^Take back: / });
      for (const [i, late] of ["25", "-60"].entries()) {
        await minutes.fill(late);
        await minutes.press("Enter");
        await said_back.nth(i).waitFor(PATIENT);
      }
      const told = page.getByRole("listitem").filter({ hasText: "not believed" });
      await told.getByText("Faster than it can run: not believed.").waitFor(PATIENT);
      const own = (await readDay()).find(({ train }) => train.id === idOf(0));
      expect(own?.stops.at(-1)?.delay_seconds).toBeGreaterThan(600);
      await told.getByRole("button", { name: /^Take back: / }).click();
      await told.waitFor({ ...PATIENT, state: "detached" });
      await said_back.click();
      await said_back.waitFor({ ...PATIENT, state: "detached" });
    });

    it("is opened on a plan of its own, which an edit does not move until it is taken in", async () => {
      const made = await openToday();
      const { page } = made;
      const id = idOf(0);
      const planned = await readDay();
      const form = await readTrain(id);
      await page.getByRole("button", { name: "Open the day" }).click();
      await page.getByText(/^Opened: it runs on the plan of /).waitFor(PATIENT);
      const start_ms = Date.parse(form.start_time) + 600_000;
      const later = { ...form, start_time: new Date(start_ms).toISOString() };
      await world().send("planner", "PUT", `/train_schedule/${id}`, later);
      await page.getByText("The plan or the network has changed since.").waitFor(PATIENT);
      expect(await readDay()).toEqual(planned);
      await page.getByRole("button", { name: "What would change?" }).click();
      await page.getByText("1 train otherwise:").waitFor(PATIENT);
      await expectAccessible(made);
      await page.getByRole("button", { name: "Take it in" }).click();
      await page
        .getByText("The plan or the network has changed since.")
        .waitFor({ ...PATIENT, state: "detached" });
      expect(await readDay()).not.toEqual(planned);
      await world().send("planner", "PUT", `/train_schedule/${id}`, form);
      await page.getByRole("button", { name: "Close the day" }).click();
      await page.getByRole("button", { name: "Open the day" }).waitFor(PATIENT);
      expect(await readDay()).toEqual(planned);
    });
  });
}
