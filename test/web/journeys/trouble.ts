/** Sessions that end, views that can't be loaded, and a server that stands still. */
import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readCount, summaryOf, tryShift } from "../steps.ts";
import { expectAccessible, PATIENT } from "../visit.ts";
import { graphHash, idOf, readTrain, trainKey, visit, visitGraph, world } from "./stage.ts";

const isTrainView = ({ pathname }: URL): boolean => /\/assets\/train_view[^/]*\.js$/.test(pathname);
const notFound = async (route: Route): Promise<void> => await route.fulfill({ status: 404 });

export function describeTrouble(): void {
  describe("a session that ends", () => {
    it("is told with a way to sign in, keeps what is tried, and goes on when the page is seen again", async () => {
      const made = await visitGraph("planner", trainKey(idOf(2)));
      const { page } = made;
      const before = await readTrain(idOf(2));
      await tryShift(page, before.start_time, 60_000);
      await page.getByText("Tried, not stored: +1 min").waitFor();
      world().gateway.is_signed_out = true;
      try {
        await page.getByRole("button", { name: "Store", exact: true }).click();
        const told = page.getByRole("alert").filter({ hasText: "You are signed out" });
        await told.getByRole("link", { name: "Sign in again" }).waitFor();
        await page.locator(".tried.failed").waitFor();
        await expectAccessible(made);
      } finally {
        world().gateway.is_signed_out = false;
      }
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText("You are signed out").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Store", exact: true }).click();
      await page.getByText(`${before.train_name}: stored`).waitFor();
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText(/^Undone: /).waitFor();
    });
  });

  describe("a view that can't be loaded", () => {
    it("is told, and shown when it can be loaded", async () => {
      const { page, errors } = await visitGraph("planner", trainKey(idOf(0)));
      await page.route(isTrainView, async (route) => await route.abort());
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("alert").getByText("This view could not be loaded.").waitFor();
      await page.unroute(isTrainView);
      await page.getByRole("heading", { name: "4501" }).waitFor();
      expect(errors).toEqual([]);
    });

    it("asks for a reload when the server has another build", async () => {
      const { page } = await visitGraph("planner", trainKey(idOf(0)));
      await page.route(isTrainView, notFound);
      const isPage = ({ pathname }: URL): boolean => pathname === "/planner/";
      await page.route(isPage, async (route) => {
        await route.fulfill({ contentType: "text/html", body: "<script src=other.js></script>" });
      });
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("alert").getByText("There is a new version of this page.").waitFor();
      await page.unrouteAll();
      await page.getByRole("button", { name: "Reload" }).click();
      await page.getByRole("heading", { name: "4501" }).waitFor();
    });
  });

  describe("a server that stands still", () => {
    it("is told while it is asked something, and its answers are shown when they come", async () => {
      world().gateway.delay_ms = 6_000;
      try {
        const { page } = await visit("planner", graphHash());
        await page.getByText("The server is taking a long time to answer").waitFor();
        world().gateway.delay_ms = 0;
        await summaryOf(page, /^Conflicts \([1-9]/).waitFor({ timeout: 4 * PATIENT.timeout });
        await expect
          .poll(
            async () => await page.getByText("The server is taking a long time").count(),
            PATIENT,
          )
          .toBe(0);
        expect(await readCount(page, /^Trains/)).toBeGreaterThan(60);
      } finally {
        world().gateway.delay_ms = 0;
      }
    });
  });
}
