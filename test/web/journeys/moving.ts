/** A train is moved: by the form, the pointer, keys; and what others do to it meanwhile. */
import { describe, expect, it } from "vitest";
import {
  answerLate,
  countAtOnce,
  drag,
  findBelow,
  findOnGraph,
  headOf,
  holdBack,
  listenToAsked,
  printInput,
  readCount,
  settled,
  settledView,
  spanOf,
  summaryOf,
  tryShift,
  viewOf,
} from "../steps.ts";
import { PATIENT } from "../visit.ts";
import { idOf, readJson, readTrain, runQuery, trainKey, visitGraph, world } from "./stage.ts";

export function describeMoving(): void {
  describe("moving a train", () => {
    const id = (): number => idOf(3);

    it("by the form: tried is not stored, stored is, undone is back", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const before = await readTrain(id());
      await tryShift(page, before.start_time, 4 * 60_000);
      await page.getByText("Tried, not stored: +4 min").waitFor();
      const { gone, new: fresh } = await askWhatIf(id(), "PT240S");
      const follows = new RegExp(`^Conflicts: ${gone.length} resolved, ${fresh.length} new$`);
      await page.getByText(follows).waitFor();
      expect((await readTrain(id())).start_time).toBe(before.start_time);
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      // The button is gone; who works with keys goes on from where it was.
      expect(await page.locator("summary:focus").textContent()).toContain(before.train_name);
      const stored = await readTrain(id());
      expect(Date.parse(stored.start_time) - Date.parse(before.start_time)).toBe(4 * 60_000);
      await page.getByRole("button", { name: "Undo (1)" }).click();
      await page.getByText(/^Undone: /).waitFor();
      expect(await readTrain(id())).toEqual(before);
    });

    it("by the pointer: the train follows, and is stored where it is dropped", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const before = await readTrain(id());
      await page.getByRole("button", { name: "Zoom to train" }).click();
      const view = await settledView(page);
      const from = await findOnGraph(page, before.train_name);
      await drag(page, from, { x: from.x + 40, y: from.y + 30 });
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const moved_ms =
        Date.parse((await readTrain(id())).start_time) - Date.parse(before.start_time);
      const box = await page.getByRole("application").boundingBox();
      const wanted_ms = (40 / ((box?.width ?? 0) - 132)) * spanOf(view) * 3_600_000;
      expect(Math.abs(moved_ms - wanted_ms)).toBeLessThanOrEqual(10_000);
      expect(viewOf(page)).toBe(view);
    });

    it("asks only what would follow while the mouse is down, one question at a time", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      await page.getByRole("button", { name: "Zoom to train" }).click();
      await settledView(page);
      const before = await readTrain(id());
      const theirs = await readTrain(idOf(9));
      const from = await findOnGraph(page, before.train_name);
      await answerLate(page, "/what_if", 150);
      await page.evaluate(LISTEN(world().imported.timetable_id));
      const [asked, atOnce] = [listenToAsked(page), countAtOnce(page, "/what_if")];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (let i = 1; i <= 12; i++) await page.mouse.move(from.x + 4 * i, from.y);
      await page.locator(".tried", { hasText: /^Tried.*Conflicts:/ }).waitFor();
      const later = { ...theirs, start_time: shifted(theirs.start_time, 240_000) };
      await world().send("planner", "PUT", `/train_schedule/${idOf(9)}`, later);
      await page.evaluate("window.told");
      for (let i = 1; i <= 12; i++) await page.mouse.move(from.x + 48 - 2 * i, from.y);
      expect([...new Set(asked.filter((one) => !NETWORK.has(one)))].sort()).toEqual([
        "GET /train_schedule",
        "POST /timetable/what_if",
      ]);
      expect(asked.filter((one) => one === "GET /train_schedule")).toHaveLength(1);
      expect(atOnce()).toBe(1);
      await page.mouse.up();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const marked = page.getByText("just changed by somebody");
      await page.getByRole("button", { name: theirs.train_name }).filter({ has: marked }).waitFor();
      expect(await marked.count()).toBe(1);
      await world().send("planner", "PUT", `/train_schedule/${idOf(9)}`, theirs);
    });

    it("reads little after a drop: nothing of the train that only starts at another time", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      await page.locator(".move > summary").waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
      await page.getByText("Stops", { exact: true }).waitFor();
      await settledView(page);
      const asked = listenToAsked(page);
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByText(/^Conflicts: \d+ resolved, /).waitFor();
      await page.keyboard.press("Enter");
      await page.getByText(": stored").waitFor();
      await expect.poll(() => asked.filter(isRead).sort(), PATIENT).toEqual(AFTER_A_DROP);
      await settled(page, () => asked.length);
      expect(asked.filter(isRead).sort()).toEqual(AFTER_A_DROP);
      expect(await page.getByText("just changed by somebody").count()).toBe(0);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
    });

    it("shows what was foreseen at once, and then what the server says", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      await page.getByText("Live", { exact: true }).waitFor();
      const before = await readTrain(id());
      const { minutes, count_before, count_after } = await findTellingShift(id());
      await tryShift(page, before.start_time, minutes * 60_000);
      await page.getByText(`Tried, not stored: +${minutes} min`).waitFor();
      await page.getByText(/^Conflicts: \d+ resolved, /).waitFor();
      expect(await readCount(page, /^Conflicts/)).toBe(count_before);
      const release = await holdBack(page, "/conflicts");
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      await summaryOf(page, new RegExp(`^Conflicts \\(${count_after}\\)`)).waitFor();
      release();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await summaryOf(page, new RegExp(`^Conflicts \\(${count_before}\\)`)).waitFor();
      expect(await readTrain(id())).toEqual(before);
    });

    it("by keys, with each step undone, and done again, also after a reload", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const start_ms = async (): Promise<number> => Date.parse((await readTrain(id())).start_time);
      const first_ms = await start_ms();
      await page.locator(".move > summary").waitFor();
      // What is read after each change comes late: later than the next move.
      await answerLate(page, "/authz/me/privileges", 300);
      await answerLate(page, `/train_schedule/${id()}`, 300);
      const field = page.getByRole("application");
      for (let i = 1; i <= 6; i++) {
        await field.focus();
        await page.keyboard.press("Alt+ArrowRight");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: `Undo (${i}): ` }).waitFor();
        await page.locator(".tried").waitFor({ state: "detached" });
      }
      expect(await start_ms()).toBe(first_ms + 6 * 60_000);
      await page.reload();
      await page.getByRole("button", { name: "Undo (6)" }).waitFor();
      await page.locator(".move > summary").waitFor();
      for (let i = 5; i >= 0; i--) {
        await field.focus();
        await page.keyboard.press("u");
        const left = page.getByRole("button", { name: /^Undo \(/ });
        if (i > 0) await page.getByRole("button", { name: `Undo (${i})` }).waitFor();
        else await left.waitFor({ state: "detached" });
      }
      await expect.poll(start_ms, PATIENT).toBe(first_ms);
      await field.focus();
      await page.keyboard.press("Shift+U");
      await page.getByText(/^Redone: \d+: \+1 min/).waitFor();
      expect(await start_ms()).toBe(first_ms + 60_000);
      await page.keyboard.press("Control+z");
      await page.getByText(/^Undone: /).waitFor();
      expect(await start_ms()).toBe(first_ms);
    });

    it("changes the length of a stop by the form", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const { schedule } = await readTrain(idOf(0));
      const { at } = schedule.find(({ stop_for }, i) => i > 0 && stop_for !== null) ?? { at: "" };
      await page.getByText("Change the stops", { exact: true }).click();
      const field = page.getByLabel("Stop at Essoyes, seconds");
      await field.fill("300");
      await field.press("Tab");
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText("4501: stored").waitFor();
      const after = (await readTrain(idOf(0))).schedule.find((entry) => entry.at === at);
      expect(after?.stop_for).toBe("PT300S");
    });

    it("pulls a stop by its handles, with the pointer and with keys", async () => {
      const before = await readTrain(idOf(0));
      const { at, arrival_ms, stop_ms } = await findStop(idOf(0));
      const start_ms = Date.parse(before.start_time) + arrival_ms;
      const shown = [start_ms - 180_000, start_ms + 540_000].map(printInput).join("_");
      const { page } = await visitGraph("planner", `${trainKey(idOf(0))}&view=${shown}_-0.04_1.04`);
      const box = await page.getByRole("application").boundingBox();
      const px_per_ms = ((box?.width ?? 0) - 132) / 720_000;
      const xAt = (time_ms: number): number =>
        (box?.x ?? 0) + 132 + (time_ms - start_ms + 180_000) * px_per_ms;
      const y = await findBelow(page, before.train_name, xAt(start_ms + stop_ms / 2));
      const readStop = async (): Promise<{ arrival: string | null; stop_for: string | null }> => {
        const found = (await readTrain(idOf(0))).schedule.find((entry) => entry.at === at);
        return { arrival: found?.arrival ?? null, stop_for: found?.stop_for ?? null };
      };
      const end = { x: xAt(start_ms + stop_ms), y };
      const longer_ms = Math.round(60 / px_per_ms / 10_000) * 10_000;
      // Its handles are there again when its run is.
      const awaitRun = async (): Promise<void> => {
        await (
          await page.waitForResponse((answer) => answer.url().includes("/simulation?"))
        ).finished();
        await page
          .locator('details[aria-busy="false"]', { hasText: /^Change the stops/ })
          .waitFor();
      };
      await page.locator('details[aria-busy="false"]', { hasText: /^Change the stops/ }).waitFor();
      let computed = Promise.resolve();
      await drag(page, end, { x: end.x + 60, y: end.y + 20 }, async () => {
        await page.locator(".tried", { hasText: /^Tried.*Conflicts:/ }).waitFor();
        expect(await readStop()).toMatchObject({ stop_for: `PT${stop_ms / 1000}S` });
        // From here on: what was asked before is of the stored stop.
        computed = awaitRun();
      });
      await page.getByText(`${before.train_name}: stored`).waitFor();
      expect(await readStop()).toMatchObject({ stop_for: `PT${(stop_ms + longer_ms) / 1000}S` });
      await computed;
      computed = awaitRun();
      await page.getByText("Change the stops", { exact: true }).click();
      const field = page.getByLabel("Arrival at Essoyes (UTC)");
      const arrival = { x: xAt(start_ms), y };
      await drag(page, arrival, { x: arrival.x + 60, y });
      await expect.poll(async () => (await readStop()).arrival, PATIENT).not.toBe(null);
      const later_ms = Math.round(arrival_ms / 1000) * 1000 + longer_ms;
      const stored = Number(/^PT(\d+)S$/.exec((await readStop()).arrival ?? "")?.[1]) * 1000;
      expect(Math.abs(stored - later_ms)).toBeLessThanOrEqual(1000);
      await computed;
      expect(await field.isVisible()).toBe(true);
      expect(viewOf(page)).toContain(shown);
      await page.getByRole("application").focus();
      await page.keyboard.press("h");
      await page.getByText("moves the arrival at Essoyes").waitFor();
      await page.keyboard.press("h");
      await page.getByText("moves the end of the stop at Essoyes").waitFor();
      for (let i = 0; i < 2; i++) await page.keyboard.press("Alt+ArrowLeft");
      await page.keyboard.press("Alt+Shift+ArrowRight");
      await page.keyboard.press("Enter");
      const last_ms = stop_ms + longer_ms - 110_000;
      await expect
        .poll(async () => (await readStop()).stop_for, PATIENT)
        .toBe(`PT${last_ms / 1000}S`);
      for (let i = 0; i < 3; i++) {
        await page.getByRole("button", { name: `Undo (${3 - i})` }).click();
        await page.getByRole("button", { name: `Undo (${3 - i})` }).waitFor({ state: "detached" });
      }
      await expect.poll(async () => await readTrain(idOf(0)), PATIENT).toEqual(before);
    });

    it("changes arrival and start of a train together, and it arrives as planned", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const before = await readTrain(idOf(0));
      const start_ms = Date.parse(before.start_time);
      const { at } = before.schedule.at(-1) ?? { at: "" };
      await page.getByText("Change the stops", { exact: true }).click();
      const field = page.getByLabel("Arrival at Montigny (UTC)");
      const wanted_ms = Date.parse(`${await field.inputValue()}Z`) + 300_000;
      await field.fill(new Date(wanted_ms).toISOString().slice(0, 19));
      await field.press("Tab");
      await page.getByText("Tried, not stored: arrival at Montigny").waitFor();
      await tryShift(page, before.start_time, 60_000);
      await page.getByText("Tried, not stored: +1 min").waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText("4501: stored").waitFor();
      const after = await readTrain(idOf(0));
      expect(Date.parse(after.start_time)).toBe(start_ms + 60_000);
      const planned = after.schedule.find((entry) => entry.at === at)?.arrival;
      expect(planned).toBe(`PT${(wanted_ms - start_ms) / 1000}S`);
      const { final_output } = await readJson<{ final_output: { path_item_times: number[] } }>(
        `/train_schedule/${idOf(0)}/simulation?${runQuery()}`,
      );
      const arrives_ms = final_output.path_item_times.at(-1) ?? 0;
      expect(Math.abs(arrives_ms - (wanted_ms - start_ms))).toBeLessThan(1000);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
      expect(await readTrain(idOf(0))).toEqual(before);
    });

    it("tells who was faster, and stores nothing over it unasked", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const before = await readTrain(id());
      await tryShift(page, before.start_time, 60_000);
      await page.getByText("Tried, not stored: +1 min").waitFor();
      const theirs = new Date(Date.parse(before.start_time) + 1_200_000).toISOString();
      await world().send("planner", "PUT", `/train_schedule/${id()}`, {
        ...before,
        start_time: theirs,
      });
      await page.getByRole("button", { name: "Store", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Somebody else has changed it first" });
      await dialog.waitFor();
      expect(Date.parse((await readTrain(id())).start_time)).toBe(Date.parse(theirs));
      await dialog.getByRole("button", { name: "Store mine" }).click();
      await page.getByText(": stored").waitFor();
      const mine_ms = Date.parse(before.start_time) + 60_000;
      expect(Date.parse((await readTrain(id())).start_time)).toBe(mine_ms);
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.getByText("Tried, not stored: +1 min").waitFor();
      await world().send("planner", "PUT", `/train_schedule/${id()}`, {
        ...before,
        start_time: theirs,
      });
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: "Keep theirs" }).click();
      await page.locator(".tried").waitFor({ state: "detached" });
      expect(Date.parse((await readTrain(id())).start_time)).toBe(Date.parse(theirs));
      const trains = page.getByRole("list", { name: /^Trains/ });
      const shown = trains.getByRole("button", { name: before.train_name });
      await shown.getByText(theirs.slice(11, 16)).waitFor();
    });

    it("keeps what somebody else has changed of other fields, and asks with both values about the same", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(4)));
      const before = await readTrain(idOf(4));
      const start_ms = Date.parse(before.start_time);
      await tryShift(page, before.start_time, 60_000);
      await page.getByText("Tried, not stored: +1 min").waitFor();
      const renamed = { ...before, train_name: "renamed by somebody" };
      await world().send("planner", "PUT", `/train_schedule/${idOf(4)}`, renamed);
      await page.getByText("which you are editing").waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText("renamed by somebody: stored").waitFor();
      expect(await readTrain(idOf(4))).toEqual({
        ...renamed,
        start_time: printTime(start_ms + 60_000),
      });
      // The same field: asked.
      await tryShift(page, printTime(start_ms + 60_000), 120_000);
      await page.getByText("Tried, not stored: +2 min").waitFor();
      const theirs = { ...before, start_time: printTime(start_ms + 1_800_000) };
      await world().send("planner", "PUT", `/train_schedule/${idOf(4)}`, theirs);
      await page.getByText("you are asked when you store it").waitFor();
      await page.getByRole("button", { name: "Store", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Somebody else has changed it first" });
      const row = dialog.getByRole("row").filter({ hasText: "Start" });
      for (const ms of [1_800_000, 180_000]) {
        await row.getByText(printTime(start_ms + ms).slice(11, 16)).waitFor();
      }
      await dialog.getByRole("button", { name: "Store mine" }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const mine = { ...before, start_time: printTime(start_ms + 180_000) };
      expect(await readTrain(idOf(4))).toEqual(mine);
      await world().send("planner", "PUT", `/train_schedule/${idOf(4)}`, before);
    });

    it("tells the time as it would be while it is dragged, and lights up nothing old after the drop", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const before = await readTrain(id());
      await page.getByRole("button", { name: "Zoom to train" }).click();
      await settledView(page);
      const from = await findOnGraph(page, before.train_name);
      const told = async (): Promise<string> =>
        /\d\d:\d\d(:\d\d)?/.exec((await page.locator(".tooltip").textContent()) ?? "")?.[0] ?? "";
      const at_first = await told();
      await drag(page, from, { x: from.x + 60, y: from.y }, async () => {
        await expect.poll(told, PATIENT).not.toBe(at_first);
      });
      await page.getByText(`${before.train_name}: stored`).waitFor();
      const dropped = await told();
      expect(dropped > at_first).toBe(true);
      await world().send("planner", "PUT", `/train_schedule/${id()}`, before);
    });

    it("keeps a trial under the name of its train while another one is chosen", async () => {
      const { page } = await visitGraph("planner", trainKey(id()));
      const before = await readTrain(id());
      await tryShift(page, before.start_time, 120_000);
      await page.getByText("Tried, not stored: +2 min").waitFor();
      const other = await readTrain(idOf(0));
      await page.getByRole("button", { name: other.train_name }).first().click();
      await headOf(page, other.train_name).waitFor();
      const tried = page.locator(".tried");
      expect(await tried.locator("strong").textContent()).toContain(before.train_name);
      await tried.getByRole("button", { name: "Store" }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      expect(Date.parse((await readTrain(id())).start_time)).toBe(
        Date.parse(before.start_time) + 120_000,
      );
      expect(await readTrain(idOf(0))).toEqual(other);
      // What went well goes by itself.
      await page
        .locator(".notice.done")
        .waitFor({ state: "detached", timeout: 3 * PATIENT.timeout });
      await world().send("planner", "PUT", `/train_schedule/${id()}`, before);
    });

    it("refuses an arrival before the start in words, and names the stations whose times can't be kept", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      const { start_time } = await readTrain(idOf(0));
      await page.getByText("Change the stops", { exact: true }).click();
      const field = page.getByLabel("Arrival at Montigny (UTC)");
      const shown = await field.inputValue();
      await field.fill(printInput(Date.parse(start_time) - 86_400_000));
      await field.press("Tab");
      await page.getByText("The arrival at Montigny can't be before the train starts").waitFor();
      expect(await field.inputValue()).toBe(shown);
      expect(await page.locator(".tried").count()).toBe(0);
      const wanted_ms = Date.parse(start_time) + 1_200_000;
      await field.fill(printInput(wanted_ms));
      await field.press("Tab");
      const clock = printInput(wanted_ms).slice(11, 16);
      await page.locator(".unkept", { hasText: `Montigny: wanted ${clock}, possible ` }).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
    });

    it("is nothing for a reader, who sees everything else", async () => {
      const { page } = await visitGraph("reader", trainKey(idOf(0)));
      await page.getByText("You may read this timetable, but not change it.").waitFor();
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.locator(".notice.warning").waitFor();
      expect(await page.locator(".tried").count()).toBe(0);
    });
  });
}

/** As the server prints times. */
function printTime(time_ms: number): string {
  return new Date(time_ms).toISOString().replace(".000Z", "Z");
}

/** Tells when the page is told of a change: its own stream is told in the same turn. */
const LISTEN = (timetable_id: number): string => `new Promise((resolve) => {
  const source = new EventSource("timetable/${timetable_id}/events");
  window.told = new Promise((told) => source.addEventListener("trains", () => {
    source.close();
    told();
  }));
  source.addEventListener("open", () => resolve());
})`;

/** The record is read when the move begins, and when its event comes. */
const AFTER_A_DROP = [
  "GET /timetable/conflicts",
  "GET /timetable/statuses",
  "GET /train_schedule",
  "GET /train_schedule",
  "POST /timetable/changes",
  "POST /timetable/project_stations",
];

/** Asked once, when the stream of the network's events has opened. */
const NETWORK = new Set(["GET /infra", "GET /work_schedules", "GET /temporary_speed_limit_group"]);

/** Not what would follow: as many questions as there is time for. */
function isRead(asked: string): boolean {
  return asked !== "POST /timetable/what_if" && !NETWORK.has(asked);
}

/** The first stop on the way of a train, with the time from its start to its arrival there. */
async function findStop(
  id: number,
): Promise<{ readonly at: string; readonly arrival_ms: number; readonly stop_ms: number }> {
  const { path, schedule } = await readTrain(id);
  const [, { at, stop_for } = { at: "", stop_for: null }] = schedule;
  const { final_output } = await readJson<{ final_output: { path_item_times: number[] } }>(
    `/train_schedule/${id}/simulation?${runQuery()}`,
  );
  const arrival_ms = final_output.path_item_times[path.findIndex((item) => item.id === at)] ?? 0;
  return { at, arrival_ms, stop_ms: Number(/^PT(\d+)S$/.exec(stop_for ?? "")?.[1]) * 1000 };
}

function shifted(time: string, by_ms: number): string {
  return new Date(Date.parse(time) + by_ms).toISOString();
}

interface Follows {
  readonly count_before: number;
  readonly count_after: number;
  readonly gone: readonly unknown[];
  readonly new: readonly unknown[];
}

/** One that changes the number of conflicts. */
async function findTellingShift(id: number): Promise<Follows & { readonly minutes: number }> {
  for (let minutes = 3; minutes < 120; minutes += 3) {
    const follows = await askWhatIf(id, `PT${60 * minutes}S`);
    if (follows.count_after !== follows.count_before) return { ...follows, minutes };
  }
  throw new Error("no shift changes the number of conflicts");
}

/** What the interface says would follow from a later start. */
async function askWhatIf(id: number, shift: string): Promise<Follows> {
  const { timetable_id } = world().imported;
  const changes = [{ kind: "train_schedule", id, shift }];
  const path = `/timetable/${timetable_id}/what_if?${runQuery()}`;
  const answer = await world().send("planner", "POST", path, { changes });
  return ((await answer.json()) as { conflicts: Follows }).conflicts;
}
