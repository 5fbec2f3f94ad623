/** The editor of networks: what is made from what is there, and what is shown before a click. */
import { describe, expect, it } from "vitest";
import { countPoints, drawnMap, stored } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { clickAt, exported, importTiny, openEditor, TRIED, takeTool } from "./editor.ts";

export function describeCopies(): void {
  describe("the editor", () => {
    it("makes a track beside another, copies a throat, shows where a click goes and where a switch leads", async () => {
      const infra_id = await importTiny("Copied", (tiny) => {
        // Nothing stands before the switch.
        for (const signal of tiny.signals) signal.position = 800;
      });
      const before = await exported(infra_id);
      const made = await openEditor("planner", infra_id);
      const { page } = made;
      await clickAt(page, [0.3, 0.5]);
      await page.getByRole("heading", { name: "Track section A" }).waitFor();
      await page.getByLabel("Distance (m)").fill("60");
      await page.getByRole("button", { name: "On the left" }).press("Enter");
      await stored(page, /^Stored: track beside A/);
      const [, , beside] = (await exported(infra_id)).track_sections as unknown as {
        length: number;
        geo: { coordinates: [number, number][] };
      }[];
      expect(beside?.length).toBeCloseTo(1000, 0);
      // To the left of a track to the east is the north.
      for (const [, lat] of beside?.geo.coordinates ?? []) {
        expect((lat - 49) * 111_200).toBeCloseTo(60, 0);
      }
      const map = await drawnMap(page);
      const unlit = await countPoints(page, map, TRIED);
      await clickAt(page, [0.5, 0.5]);
      await page.getByRole("heading", { name: "Switch link" }).waitFor();
      await expect.poll(async () => await countPoints(page, map, TRIED), PATIENT).not.toBe(unlit);
      await takeTool(page, "Copy");
      await clickAt(page, [0.02, 0.1]);
      await page.getByText(/^Click on the opposite corner/).waitFor();
      await clickAt(page, [0.99, 0.9]);
      await page.getByText(/^Click where its open end goes/).waitFor();
      await expectAccessible(made);
      await page.getByLabel("Turn (°)").fill("30");
      await page.getByLabel("Mirrored").check();
      await clickAt(page, [0.3, 0.8]);
      await stored(page, /^Stored: copy of \d+ objects/);
      const once = await exported(infra_id);
      expect(once.track_sections).toHaveLength(6);
      expect(once.switches).toHaveLength(2 * before.switches.length);
      expect(once.signals).toHaveLength(2 * before.signals.length);
      // By keys, under the cross.
      await map.focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await stored(page, /^Stored: copy of/);
      expect((await exported(infra_id)).track_sections).toHaveLength(9);
      for (let i = 0; i < 2; i++) {
        await map.focus();
        await page.keyboard.press("u");
        await stored(page, /^Undone: copy of/);
      }
      expect((await exported(infra_id)).track_sections).toHaveLength(3);
    });

    it("shows where a click of a tool would be, before it is made", async () => {
      const infra_id = await importTiny("Aimed", () => undefined);
      const { page } = await openEditor("planner", infra_id);
      const map = await drawnMap(page);
      await takeTool(page, "Signal");
      const plain = await countPoints(page, map, TRIED);
      const box = await map.boundingBox();
      if (box === null) throw new Error("no map");
      const moveTo = async (y: number): Promise<void> =>
        await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * y);
      const seen = async (): Promise<number> => await countPoints(page, map, TRIED);
      await moveTo(0.505);
      await expect.poll(seen, PATIENT).toBeGreaterThan(plain);
      await moveTo(0.8);
      await expect.poll(seen, PATIENT).toBe(plain);
      // By keys the cross aims.
      await map.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(seen, PATIENT).toBeGreaterThan(plain);
      expect((await exported(infra_id)).signals).toHaveLength(2);
    });
  });
}
