/** What a trial brings, and what changes have changed: conflicts as they will be, values before and after. */
import { describe, expect, it } from "vitest";
import { openMore, stored, summaryOf, tryShift } from "../steps.ts";
import { expectAccessible } from "../visit.ts";
import { clickAt, importTiny, openEditor } from "./editor.ts";
import { idOf, readJson, readTrain, runQuery, trainKey, visitGraph, world } from "./stage.ts";

/** New conflicts beyond these are listed at wish. */
const OPEN_MAX = 8;

interface Follows {
  readonly new: readonly { readonly train_ids: readonly number[] }[];
}

/** The first later start that brings conflicts. */
async function findShift(id: number): Promise<{ minutes: number; count: number }> {
  const path = `/timetable/${world().imported.timetable_id}/what_if?${runQuery()}`;
  for (let minutes = 2; minutes < 60; minutes += 2) {
    const changes = [{ kind: "train_schedule", id, shift: `PT${minutes}M` }];
    const answer = await world().send("planner", "POST", path, { changes });
    const { conflicts } = (await answer.json()) as { conflicts: Follows };
    if (conflicts.new.length > 0) return { minutes, count: conflicts.new.length };
  }
  throw new Error("no shift brings a conflict");
}

interface Works {
  readonly work_schedule_group_id: number;
}

/** A work on all tracks of a train's path, from midnight until it starts. */
async function closeTracks(id: number, name: string): Promise<number> {
  const { infra_id } = world().imported;
  const { track_section_ranges } = await readJson<{ track_section_ranges: readonly object[] }>(
    `/train_schedule/${id}/path?infra_id=${infra_id}`,
  );
  const { start_time } = await readTrain(id);
  const work = {
    obj_id: name,
    work_schedule_type: "TRACK",
    start_date_time: `${start_time.slice(0, 10)}T00:00:00Z`,
    end_date_time: start_time,
    track_ranges: track_section_ranges,
  };
  const body = { work_schedule_group_name: `Group of ${name}`, work_schedules: [work] };
  const answer = await world().send("planner", "POST", "/work_schedules", body);
  return ((await answer.json()) as Works).work_schedule_group_id;
}

export function describeTrials(): void {
  describe("a trial", () => {
    it("lists the conflicts that it brings with trains, place and time, and lights the chosen one", async () => {
      const id = idOf(3);
      const { minutes, count } = await findShift(id);
      const made = await visitGraph("planner", trainKey(id));
      const { page } = made;
      const before = await readTrain(id);
      await tryShift(page, before.start_time, minutes * 60_000);
      const summary = summaryOf(page, new RegExp(`^New conflicts \\(${count}\\)$`));
      await summary.waitFor();
      const list = page.getByRole("list", { name: `New conflicts (${count})` });
      const first = list.getByRole("button").first();
      // Many are listed at wish.
      if (count > OPEN_MAX) await summary.click();
      await first.waitFor();
      expect(await first.textContent()).toContain(before.train_name);
      await expectAccessible(made);
      await first.click();
      await list.locator('button[aria-pressed="true"]').waitFor();
      // By keys.
      await first.press("End");
      await page.keyboard.press("Enter");
      const lit = list.locator('button[aria-pressed="true"]');
      await expect.poll(async () => await lit.count()).toBe(1);
      expect(await list.getByRole("button").last().getAttribute("aria-pressed")).toBe("true");
      await page.getByRole("button", { name: "Cancel" }).first().click();
      await summaryOf(page, /^New conflicts/).waitFor({ state: "detached" });
    });

    it("names works in its conflicts", async () => {
      const id = idOf(3);
      const group = await closeTracks(id, "Bridge over the brook");
      const { page } = await visitGraph("planner", `${trainKey(id)}&works=${group}`);
      const before = await readTrain(id);
      await tryShift(page, before.start_time, -30 * 60_000);
      await summaryOf(page, /^New conflicts/).waitFor();
      const list = page.getByRole("list", { name: /^New conflicts/ });
      await list
        .getByText(/Bridge over the brook/)
        .first()
        .waitFor();
    });
  });

  describe("a change", () => {
    it("of a train has its values before and after in the history", async () => {
      const id = idOf(11);
      const before = await readTrain(id);
      const after = { ...before, train_name: "renamed", comfort: "HEATING" };
      await world().send("planner", "PUT", `/train_schedule/${id}`, after);
      const made = await visitGraph("planner", trainKey(id));
      const { page } = made;
      await openMore(page);
      await page.getByRole("button", { name: "History …" }).click();
      const dialog = page.getByRole("dialog", { name: /^What was changed in/ });
      const values = dialog.locator("details").first();
      await values.locator("summary").press("Enter");
      const row = dialog.getByRole("row", { name: `Name ${before.train_name} renamed` });
      await row.waitFor();
      await dialog.getByRole("row", { name: "Comfort STANDARD HEATING" }).waitFor();
      expect(await values.locator("table tbody tr").count()).toBe(2);
      await expectAccessible(made);
      await world().send("planner", "PUT", `/train_schedule/${id}`, before);
    });

    it("of a network has its values in the editor, and one of works in their panel", async () => {
      const infra_id = await importTiny("Values", () => undefined);
      const { page } = await openEditor("planner", infra_id);
      await clickAt(page, [0.3, 0.5]);
      await page.getByRole("heading", { name: "Track section A" }).waitFor();
      await page.getByLabel("Length (m)").fill("1010");
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await stored(page, /^Stored: change of A/);
      await summaryOf(page, /^Edits of this visit \(1\)/).click();
      await page.locator("summary", { hasText: /^change of A$/ }).press("Enter");
      await page.getByRole("row", { name: "Track section A: Length (m) 1000 1010" }).waitFor();

      const groups = [
        await closeTracks(idOf(3), "Old work"),
        await closeTracks(idOf(3), "New work"),
      ];
      const made = await visitGraph("planner", `&works=${groups[1]}`);
      await summaryOf(made.page, /^Works/).click();
      await summaryOf(made.page, /^What has changed in the works/).press("Enter");
      await made.page.getByLabel("Since the group").selectOption("Group of Old work");
      await made.page.getByRole("row", { name: /^Old work: Type Work on the track/ }).waitFor();
      await made.page.getByRole("row", { name: /^New work: Type .*Work on the track/ }).waitFor();
      await expectAccessible(made);
    });
  });
}
