/** What a planner does with hand and eye, counted: a key or a click, a field that is filled, a drag are an act each. */
import type { Locator, Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

export class Acts {
  /** Since the beginning. */
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  async clickPoint({ x, y }: Point): Promise<void> {
    this.count++;
    await this.#page.mouse.click(x, y);
  }

  async press(key: string): Promise<void> {
    this.count++;
    await this.#page.keyboard.press(key);
  }

  /** Filled, and left by Tab. */
  async fill(field: Locator, text: string): Promise<void> {
    this.count++;
    await field.fill(text);
    await field.press("Tab");
  }

  /** Filled, and sent by Enter. */
  async enter(field: Locator, text: string): Promise<void> {
    this.count++;
    await field.fill(text);
    await field.press("Enter");
  }

  async select(field: Locator, option: string): Promise<void> {
    this.count++;
    await field.selectOption(option);
  }

  async chooseFile(field: Locator, name: string, buffer: Buffer): Promise<void> {
    this.count++;
    await field.setInputFiles({ name, mimeType: "application/json", buffer });
  }

  /** Some letters of a name are typed, and Enter takes the first that is found. */
  async pick(label: string, name: string): Promise<void> {
    this.count++;
    const field = this.#page.getByRole("combobox", { name: label, exact: true });
    await field.fill(name);
    await this.#page.locator(".picks").getByRole("option", { name }).first().waitFor();
    await field.press("Enter");
  }

  async drag(from: Point, to: Point): Promise<void> {
    this.count++;
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await mouse.move(to.x, to.y);
    await mouse.up();
  }
}
