/** The editor of networks with what it can show: what is chosen, its form, faults, what is being drawn. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  beginRoute,
  clickAt,
  importTiny,
  putDetectors,
  type Tiny,
  takeTool,
} from "../journeys/editor.ts";
import { drawnMap } from "../steps.ts";
import type { State } from "./states.ts";

let opened = 0;

/** A network of its own for each visit: what one does to it, no other one sees. */
async function openNetwork(page: Page, change: (tiny: Tiny) => void): Promise<void> {
  const id = await importTiny(`Looked at ${++opened} ${Date.now()}`, change);
  await page.evaluate(`location.hash = "#/network/${id}"`);
  await drawnMap(page);
}

function breakSome(tiny: Tiny): void {
  tiny.signals[0]!.position = 5_000;
  tiny.signals[1]!.track = "not there";
  tiny.buffer_stops.pop();
}

async function openFault(page: Page, words: RegExp): Promise<void> {
  await openNetwork(page, breakSome);
  await page.getByRole("list", { name: "Faults" }).getByRole("button", { name: words }).click();
  await page.locator(".object-form").waitFor();
}

/** Lists in lists too. */
async function unfoldForm(page: Page): Promise<void> {
  const folded = page.locator(".object-form details:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}

async function drawOn(page: Page): Promise<void> {
  await openNetwork(page, () => undefined);
  await takeTool(page, "Track");
  const map = await drawnMap(page);
  const before = await map.boundingBox();
  await clickAt(page, [0.3, 0.2]);
  await clickAt(page, [0.6, 0.3]);
  await page.getByRole("button", { name: "Finish the track", disabled: false }).waitFor();
  // A map that moves below the pointer puts the next point elsewhere.
  expect(await map.boundingBox()).toEqual(before);
}

async function leadOn(page: Page): Promise<void> {
  await openNetwork(page, () => undefined);
  await putDetectors(page, [
    [0.7, 0.5],
    [0.8, 0.5],
  ]);
  await beginRoute(page, [0.7, 0.5]);
}

export const EDITOR_STATES: readonly State[] = [
  {
    name: "editor, faults and the form of a track",
    hash: () => "#/",
    open: async (page) => {
      await openFault(page, /^buffer stop missing/);
      await unfoldForm(page);
    },
  },
  {
    name: "editor, form of a signal with a change",
    hash: () => "#/",
    open: async (page) => {
      await openFault(page, /^beyond its track/);
      await unfoldForm(page);
      await page.getByLabel("Position (m)").first().fill("900");
    },
  },
  { name: "editor, a track being drawn", hash: () => "#/", open: drawOn },
  { name: "editor, a route being led", hash: () => "#/", open: leadOn },
  {
    name: "editor, completing a network",
    hash: () => "#/",
    open: async (page) => {
      await openNetwork(page, breakSome);
      // On a tablet it is among the further tools.
      const more = page.getByRole("button", { name: "More acts" });
      if (await more.isVisible()) await more.click();
      await page.getByRole("button", { name: "Complete …" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];
