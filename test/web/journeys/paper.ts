/** What is taken along on paper and in files. */
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { countPages, openOut, saved } from "../steps.ts";
import { expectAccessible } from "../visit.ts";
import { idOf, trainKey, visitGraph } from "./stage.ts";

export function describePaper(): void {
  describe("on paper", () => {
    it("the graph is printed to scale, as many pages as were told, by keys alone", async () => {
      const made = await visitGraph();
      const { page } = made;
      await openOut(page, /^Print to scale/);
      await expectAccessible(made);
      await page.getByLabel("Paper").selectOption("A4");
      await page.getByLabel("Millimetres a minute").fill("4");
      await page.getByLabel("Millimetres a minute").press("Tab");
      const told = (await page.getByText(/^This makes \d+ pages\.$/).textContent()) ?? "";
      const pdf = await saved(page, async () => await page.getByLabel("Title").press("Enter"));
      expect(pdf.toString("latin1", 0, 5)).toBe("%PDF-");
      expect(countPages(pdf)).toBe(Number(/\d+/.exec(told)?.[0]));
      expect(countPages(pdf)).toBeGreaterThan(4);
      await page.getByLabel("Millimetres a minute").fill("4000");
      await page.getByLabel("Millimetres a minute").press("Tab");
      await page.getByText("A minute takes 0.2 to 40 mm").waitFor();
      expect(await page.getByRole("button", { name: "Save as PDF" }).isDisabled()).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });

    it("tables of line, station and train are looked at, printed and saved", async () => {
      const made = await visitGraph("planner", trainKey(idOf(0)));
      const { page } = made;
      await openOut(page, /^Tables/);
      await page.getByRole("table", { name: "Auberive – Montigny" }).waitFor();
      await page.getByRole("table", { name: "Montigny – Auberive" }).waitFor();
      await expectAccessible(made);
      const save = async (name: string): Promise<Buffer> =>
        await saved(page, async () => await page.getByRole("button", { name }).press("Enter"));
      const lines = (await save("Save as CSV")).toString().split("\r\n");
      expect(lines[1]).toMatch(/^Station,km,,.*4501/);
      // It stands for two minutes where it begins.
      expect(lines[3]).toMatch(/^Auberive,0,,.*05:02:00/);
      const files = unzipSync(await save("Save as XLSX"));
      expect(strFromU8(files["xl/worksheets/sheet2.xml"] ?? new Uint8Array())).toContain(
        "Montigny",
      );
      expect(countPages(await save("Save as PDF"))).toBeGreaterThan(1);
      await page.getByLabel("Table of").selectOption("a station");
      await page.getByText("Choose a station").waitFor();
      await page
        .getByRole("dialog")
        .getByLabel(/^Station/)
        .selectOption("Fontenay");
      await page
        .getByRole("table", { name: "Fontenay" })
        .getByText("Intercity train")
        .first()
        .waitFor();
      await page.getByLabel("Table of").selectOption("the chosen train");
      const sheet = page.getByRole("table", { name: /^4501/ });
      await sheet.getByRole("cell", { name: "05:02:00" }).waitFor();
      await sheet.getByRole("cell", { name: "BAL" }).first().waitFor();
      expect(countPages(await save("Save as PDF"))).toBe(1);
    });
  });
}
