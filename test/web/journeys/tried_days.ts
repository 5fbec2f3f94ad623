/** Many days tried beside the graph: the figures are those of the interface, and a trial is tried on the same days. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { tryShift } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { idOf, readTrain, runQuery, trainKey, visitGraph, world } from "./stage.ts";

interface Punctual {
  readonly within_seconds: number;
  readonly share: number;
}

interface Answer {
  readonly all: { readonly punctual: readonly Punctual[] };
  readonly trains: readonly {
    readonly train: { readonly kind: string; readonly id: number };
    readonly stops: readonly { readonly reserve_seconds: number }[];
  }[];
  readonly pairs: readonly object[];
  readonly after?: Answer;
}

const DAYS = 30;
const ASKED = {
  delays: [
    { of: "entry", share: 0.3, exponential: { mean: "PT180S" } },
    { of: "stops", exponential: { mean: "PT15S" } },
  ],
  days: DAYS,
  order: "planned",
  each_stop: true,
};

async function askDays(more: object = {}): Promise<Answer> {
  const path = `/timetable/${world().imported.timetable_id}/robustness?${runQuery()}`;
  const answer = await world().send("planner", "POST", path, { ...ASKED, ...more });
  return (await answer.json()) as Answer;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

async function readShares(page: Page): Promise<string[]> {
  return await page.locator(".figures").first().locator("strong").allTextContents();
}

const within = ({ all }: Answer): string[] => all.punctual.map(({ share }) => percent(share));

export function describeTriedDays(): void {
  describe("robustness", () => {
    it("is tried beside the graph; a train that is chosen has its reserves, and a trial is tried on the same days", async () => {
      const id = idOf(0);
      const made = await visitGraph("planner", trainKey(id));
      const { page } = made;
      await page.getByRole("button", { name: "Today", exact: true }).click();
      await page.getByRole("tab", { name: "Robustness" }).click();
      await page.getByLabel("Days", { exact: true }).fill(String(DAYS));
      await page.getByRole("button", { name: "Try the days" }).click();
      await page.getByRole("heading", { name: "Trains at their ends" }).waitFor(PATIENT);
      const told = await askDays();
      expect(await readShares(page)).toEqual(within(told));
      const { train_name, start_time } = await readTrain(id);
      const table = page.getByRole("table", { name: train_name });
      const own = told.trains.find(
        ({ train }) => train.kind === "train_schedule" && train.id === id,
      );
      expect(await table.locator("tbody tr").count()).toBe(own!.stops.length);
      await expectAccessible(made);
      const pairs = page.getByRole("list", { name: "Who makes whom wait" }).getByRole("button");
      expect(await pairs.count()).toBe(Math.min(8, told.pairs.length));
      await tryShift(page, start_time, 20 * 60_000);
      await page.getByText(/are others by now: try again/).waitFor(PATIENT);
      await page.getByRole("button", { name: "Try with and without the changes" }).click();
      await page
        .getByText(/ points \(/)
        .first()
        .waitFor(PATIENT);
      const both = await askDays({ changes: [{ kind: "train_schedule", id, shift: "PT20M" }] });
      expect(await readShares(page)).toEqual(
        within(both).map((share, i) => `${share} → ${within(both.after!)[i]}`),
      );
      await page.getByRole("button", { name: "Cancel" }).first().click();
      expect((await readTrain(id)).start_time).toBe(start_time);
    });

    it("is given up when its reader stops it, and found by the name of the act", async () => {
      const { page } = await visitGraph();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").first().fill("robustness");
      await page.keyboard.press("Enter");
      await page.getByLabel("Days", { exact: true }).fill("10000");
      await page.getByRole("button", { name: "Try the days" }).click();
      await page.getByRole("progressbar").waitFor(PATIENT);
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.getByRole("button", { name: "Try the days" }).waitFor(PATIENT);
      expect(await page.getByRole("heading", { name: "Trains at their ends" }).count()).toBe(0);
    });
  });
}
