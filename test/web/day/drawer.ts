/** Who draws a network in the editor, from nothing: each click on the map is an act, as all others are. */
import type { Locator, Page } from "playwright-core";
import { drawnMap, stored } from "../steps.ts";
import type { Acts } from "./acts.ts";

/** Pixels of the map, from its middle. */
type Spot = readonly [number, number];

export class Drawer {
  readonly #page: Page;
  readonly #acts: Acts;

  constructor(page: Page, acts: Acts) {
    this.#page = page;
    this.#acts = acts;
  }

  #button(name: string): Locator {
    return this.#page.getByRole("button", { name, exact: true });
  }

  async begin(name: string): Promise<void> {
    await this.#acts.click(this.#button("New network"));
    const dialog = this.#page.getByRole("dialog");
    await this.#acts.enter(dialog.getByRole("textbox", { name: "Name" }), name);
    await this.#page.waitForURL(/#\/network\/\d+/);
    await this.#page.getByText(/^There is nothing on the map yet/).waitFor();
  }

  async take(tool: string): Promise<void> {
    const tools = this.#page.getByRole("group", { name: "Tools" });
    await this.#acts.click(tools.getByRole("button", { name: tool, exact: true }));
  }

  async clickAt([x, y]: Spot): Promise<void> {
    const box = await (await drawnMap(this.#page)).boundingBox();
    if (box === null) throw new Error("no map");
    await this.#acts.clickPoint({ x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y });
  }

  async stored(what: RegExp): Promise<void> {
    // No act: it goes by itself.
    await stored(this.#page, what);
  }

  async draw(...points: readonly Spot[]): Promise<void> {
    for (const point of points) await this.clickAt(point);
    await this.#acts.press("f");
    await this.stored(/^Stored: new Track section/);
  }

  async beside(metres: number, side: "left" | "right"): Promise<void> {
    await this.#acts.fill(this.#page.getByLabel("Distance (m)"), String(metres));
    await this.#acts.click(this.#button(`On the ${side}`));
    await this.stored(/^Stored: track beside/);
  }

  async join(...points: readonly Spot[]): Promise<void> {
    for (const point of points) {
      await this.clickAt(point);
      await this.stored(/^Stored: new Switch/);
    }
  }

  /** A station with a part at each place. */
  async found(name: string, ...points: readonly Spot[]): Promise<void> {
    for (const [i, point] of points.entries()) {
      await this.clickAt(point);
      await this.stored(i === 0 ? /^Stored: new Station/ : /^Stored: new part|^Stored: .*part/);
    }
    await this.rename(name);
  }

  async rename(name: string): Promise<void> {
    await this.#page.getByRole("heading", { name: /^Station / }).waitFor();
    await this.#acts.enter(this.#page.getByRole("textbox", { name: "Name", exact: true }), name);
    await this.stored(/^Stored: change/);
  }

  async copy(from: Spot, to: Spot, turn: number, at: Spot): Promise<void> {
    await this.take("Copy");
    await this.clickAt(from);
    await this.#page.getByText(/^Click on the opposite corner/).waitFor();
    await this.clickAt(to);
    await this.#page.getByText(/^Click where its open end goes/).waitFor();
    await this.#acts.fill(this.#page.getByLabel("Turn (°)"), String(turn));
    await this.clickAt(at);
    await this.stored(/^Stored: copy of/);
  }

  /** Names the chosen station's tracks. */
  async number(): Promise<void> {
    await this.#acts.click(this.#button("Number its tracks"));
    await this.stored(/^Stored: names of/);
  }

  async complete(): Promise<void> {
    await this.#acts.click(this.#button("Complete …"));
    const dialog = this.#page.getByRole("dialog");
    await this.#acts.select(dialog.getByRole("combobox"), "right");
    await this.#acts.click(dialog.getByRole("button", { name: "Store" }));
    await this.stored(/^Stored: completion/);
  }
}
