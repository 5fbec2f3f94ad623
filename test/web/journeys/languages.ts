/** The page in French and German, and in other time zones. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { pick, summaryOf } from "../steps.ts";
import { expectAccessible, type Screen, type Visit } from "../visit.ts";
import { graphHash, idOf, readJson, trainKey, visit, world } from "./stage.ts";

const FRENCH: Screen = { locale: "fr-CH", zone: "Europe/Paris" };
const GERMAN: Screen = { locale: "de-DE", zone: "Europe/Berlin" };
/** In March both are an hour ahead of UTC. */
const TRAIN = "06:00 4501";

async function open(screen: Screen, more = ""): Promise<Visit> {
  return await visit("planner", graphHash() + more, screen);
}

const langOf = async (page: Page): Promise<string | null> =>
  await page.locator("html").getAttribute("lang");

export function describeLanguages(): void {
  describe("another language", () => {
    it("is the browser's at first: French, with the zone's times, in every view", async () => {
      const made = await open(FRENCH, trainKey(idOf(0)));
      const { page } = made;
      await summaryOf(page, /^Conflits \([1-9]/).waitFor();
      expect(await langOf(page)).toBe("fr");
      const list = page.getByRole("list", { name: /^Trains/ });
      await list.getByRole("button", { name: TRAIN }).waitFor();
      await page.getByLabel("Départ (Paris)").waitFor();
      expect(await page.getByLabel("Départ (Paris)").inputValue()).toMatch(/T06:00/);
      await expectAccessible(made);
      for (const [tab, shown] of [
        ["Train", page.getByText("Modifier tous les champs")],
        ["Carte", page.getByRole("list", { name: "Trains à cette heure" })],
        ["Dernière minute", page.getByText("Trouver un sillon de dernière minute")],
      ] as const) {
        await page.getByRole("button", { name: tab, exact: true }).click();
        await shown.first().waitFor();
      }
      await page.getByRole("link", { name: "Marey" }).click();
      await page.getByRole("heading", { name: "Grilles horaires", level: 1 }).waitFor();
      await expectAccessible(made);
      // What the server refuses too, with its own words as a detail.
      await made.open("#/timetable/999999/graph");
      await page
        .getByRole("alert")
        .getByText("Cette grille horaire n’existe plus. (Timetable '999999', could not be found)")
        .waitFor();
    });

    it("is another one when the reader chooses it, from then on: German, then English", async () => {
      const made = await open(FRENCH);
      const { page } = made;
      const choose = async (button: RegExp, field: string, option: string): Promise<void> => {
        await page.getByRole("button", { name: button }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(field).selectOption(option);
        await dialog.getByRole("button").press("Enter");
        await dialog.waitFor({ state: "detached" });
      };
      await summaryOf(page, /^Conflits \([1-9]/).waitFor();
      await page.getByRole("button", { name: "Français, Paris: Langue et fuseau horaire" }).click();
      await page.getByRole("dialog").getByLabel("Langue").selectOption("Deutsch");
      await page.getByRole("dialog", { name: "Sprache und Zeitzone" }).waitFor();
      await expectAccessible(made);
      await page.keyboard.press("Escape");
      await summaryOf(page, /^Konflikte \([1-9]/).waitFor();
      await page.reload();
      await summaryOf(page, /^Konflikte \([1-9]/).waitFor();
      expect(await langOf(page)).toBe("de");
      await choose(/: Sprache und Zeitzone$/, "Zeitzone des Netzes", "UTC");
      const list = page.getByRole("list", { name: /^Züge/ });
      await list.getByRole("button", { name: "05:00 4501" }).waitFor();
      await choose(/: Sprache und Zeitzone$/, "Sprache", "English");
      await page.reload();
      await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
      await page.getByRole("button", { name: "English, UTC: Language and time zone" }).waitFor();
    });

    it("makes a train in German whose start is read in the network's zone", async () => {
      const made = await open(GERMAN);
      const { page } = made;
      await summaryOf(page, /^Konflikte \([1-9]/).waitFor();
      await page.getByRole("button", { name: "Neuer Zug" }).click();
      await pick(page, "Von", "Beaumont");
      await pick(page, "Nach", "Grandval");
      const start = page.getByRole("region", { name: "Neuer Zug" }).getByLabel("Abfahrt (Berlin)");
      await start.fill("2026-03-02T08:31");
      await start.press("Tab");
      await page.locator(".tried", { hasText: /Konflikte: / }).waitFor();
      await page.getByRole("button", { name: "Speichern", exact: true }).click();
      await page.locator(".notice.done", { hasText: ": gespeichert" }).waitFor();
      const { timetable_id } = world().imported;
      type Listed = { readonly results: readonly { readonly start_time: string }[] };
      const path = `/timetable/${timetable_id}/train_schedules?page_size=200`;
      const starts = (await readJson<Listed>(path)).results.map(({ start_time }) => start_time);
      expect(starts).toContain("2026-03-02T07:31:00Z");
      await page.getByRole("button", { name: /^Zurücknehmen \(1\)/ }).click();
      await page.getByText(/^Zurückgenommen: /).waitFor();
      await expectAccessible(made);
    });
  });
}
