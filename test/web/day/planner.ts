/** What a planner does in a day, from an empty server on. */
import type { Locator, Page } from "playwright-core";
import type { GeneratedNetwork } from "../../../bench/network.ts";
import { scaled } from "../../helpers/pace.ts";
import { readCount, saved, settled, settledView, summaryOf } from "../steps.ts";
import { Acts } from "./acts.ts";

const DAY = "2026-03-02";
const LOADING = { timeout: scaled(60_000) };
const SERVICE_TRAINS = 14;
const MINUTES_MAX = 15;

/** Of the graph: beside and above what is drawn. */
const LEFT_PX = 132;
const TOP_PX = 34;

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** What is brought along, and the stations between which most trains run. */
export interface Brought {
  readonly railjson?: unknown;
  readonly rolling_stocks: GeneratedNetwork["rolling_stocks"];
  readonly ends: readonly [string, string];
}

export class Planner {
  readonly #page: Page;
  readonly #acts: Acts;
  readonly #brought: Brought;
  /** How many acts each train took that was made by hand. */
  readonly train_acts: number[] = [];
  readonly #parts: string[] = [];

  constructor(page: Page, brought: Brought, acts = new Acts(page)) {
    this.#page = page;
    this.#acts = acts;
    this.#brought = brought;
  }

  describeActs(): string {
    return `${this.#parts.join(", ")}; ${this.#acts.count} acts in all`;
  }

  #end(part: string, before: number): void {
    this.#parts.push(`${part}: ${this.#acts.count - before}`);
  }

  #button(name: string): Locator {
    return this.#page.getByRole("button", { name, exact: true });
  }

  async importNetwork(): Promise<void> {
    const before = this.#acts.count;
    const { railjson, rolling_stocks } = this.#brought;
    if (railjson !== undefined) await this.#import("RailJSON", railjson, "is ready.");
    else await this.#acts.click(this.#button("Import"));
    await this.#import("One rolling stock", rolling_stocks, /(?:are|is) made/);
    if (railjson === undefined) await this.#acts.press("Escape");
    this.#end("network and rolling stocks", before);
  }

  async #import(kind: string, content: unknown, done: RegExp | string): Promise<void> {
    const form = this.#page.locator("form.import", { hasText: kind });
    const file = Buffer.from(JSON.stringify(content));
    await this.#acts.chooseFile(form.locator("input[type=file]"), "line.json", file);
    await this.#acts.click(form.getByRole("button", { name: "Import" }));
    await form.getByText(done).waitFor(LOADING);
  }

  async makeTimetable(name: string): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(this.#button("New timetable"));
    const dialog = this.#page.getByRole("dialog", { name: "New timetable" });
    await this.#acts.enter(dialog.getByRole("textbox", { name: "Name" }), name);
    await this.#page.getByRole("heading", { name, level: 1 }).waitFor();
    this.#end("timetable", before);
  }

  async countTrains(): Promise<number> {
    return await readCount(this.#page, /^Trains \(/);
  }

  /** Hourly, each way. */
  async makeServices(): Promise<void> {
    const before = this.#acts.count;
    const [first, last] = this.#brought.ends;
    await this.#makeTrain(first, last, "06:00");
    await this.#makeService();
    await this.#makeTrain(last, first, "06:00");
    await this.#makeService();
    await summaryOf(this.#page, new RegExp(`^Trains \\(${2 * SERVICE_TRAINS}\\)`)).waitFor();
    this.#end("two hourly services", before);
  }

  async #makeTrain(from: string, to: string, time: string): Promise<void> {
    await this.#acts.click(this.#button("New train"));
    await this.#acts.pick("From", from);
    await this.#acts.pick("To", to);
    await this.#acts.fill(this.#page.getByLabel("Start (UTC)"), `${DAY}T${time}`);
    await this.#store();
  }

  async #store(): Promise<void> {
    await this.#page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
    await this.#acts.click(this.#button("Store"));
    await this.#page.locator(".tried").waitFor({ state: "detached" });
  }

  async #makeService(): Promise<void> {
    await this.#acts.click(summaryOf(this.#page, /^Service$/));
    const count = this.#page.getByLabel("Trains", { exact: true });
    await this.#acts.fill(count, String(SERVICE_TRAINS));
    await this.#acts.click(this.#button("Make a service"));
    await this.#store();
  }

  /** Hourly from one end to the other and back; where told, with a stop at a station of so many minutes on a track. */
  async makeBothWays(time: string, stop: readonly [string, string, string] | null): Promise<void> {
    const before = this.#acts.count;
    const [first, last] = this.#brought.ends;
    await this.#acts.click(this.#button("New train"));
    await this.#acts.pick("From", first);
    await this.#acts.pick("To", last);
    await this.#acts.fill(this.#page.getByLabel("Start (UTC)"), `${DAY}T${time}`);
    if (stop !== null) {
      await this.#acts.pick("Add a stop on the way", stop[0]);
      await this.#acts.fill(this.#page.getByLabel("Stop, min"), stop[1]);
    }
    await this.#store();
    if (stop !== null) await this.#waitOn(stop[2], stop[0]);
    await this.#makeService();
    await this.#acts.click(this.#button("Return"));
    await this.#page.locator(".tried", { hasText: "new service" }).waitFor();
    await this.#store();
    this.#end(`a service each way from ${time}`, before);
  }

  /** Where it waits for another one to pass: before a closed signal. */
  async #waitOn(track: string, station: string): Promise<void> {
    await this.#acts.click(
      this.#page.locator(".move").getByRole("button", { name: "Edit", exact: true }),
    );
    await this.#acts.enter(this.#page.getByLabel(`Track at ${station}`), track);
    await this.#acts.select(this.#page.getByLabel(`Signal at ${station}`), "STOP");
    await this.#store();
    await this.#acts.click(this.#button("Train graph"));
  }

  async #makeCounted(count: number, make: (i: number) => Promise<void>): Promise<void> {
    for (let i = 0; i < count; i++) {
      const before = this.#acts.count;
      await make(i);
      this.train_acts.push(this.#acts.count - before);
    }
  }

  async makeTrainsByForm(count: number): Promise<void> {
    const before = this.#acts.count;
    const [first, last] = this.#brought.ends;
    await this.#makeCounted(count, async (i) => {
      await this.#makeTrain(first, last, `${twoDigits(6 + i)}:15`);
    });
    this.#end(`${count} trains by form`, before);
  }

  async makeTrainsByDrawing(count: number): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(this.#button("Fit"));
    await this.#makeCounted(count, async (i) => {
      // It moves when the train before is read: a click on what moves is lost.
      const draw = this.#button("Draw a train");
      await settled(this.#page, async () => JSON.stringify(await draw.boundingBox()));
      await this.#acts.click(draw);
      const from = await this.#spotOf(`${twoDigits(7 + i)}:22`, 1);
      const { y } = await this.#spotOf("12:00", 0);
      await this.#acts.drag(from, { x: from.x + 60, y });
      await this.#store();
    });
    this.#end(`${count} trains by drawing`, before);
  }

  /** Of those of the form, half an hour later. */
  async makeTrainsByCopying(count: number): Promise<void> {
    const before = this.#acts.count;
    await this.#makeCounted(count, async (i) => {
      const hour = twoDigits(6 + i);
      await this.#acts.click(this.#row(new RegExp(`^${hour}:15 `)));
      await this.#acts.click(this.#button("Duplicate"));
      await this.#page.locator(".notice.done", { hasText: ": stored" }).waitFor();
      await this.#moveTo(`${hour}:45`);
      await this.#store();
    });
    this.#end(`${count} trains by copying`, before);
  }

  #row(name: RegExp): Locator {
    const list = this.#page.getByRole("list", { name: /^Trains/ });
    return list.getByRole("button", { name }).first();
  }

  async #moveTo(time: string): Promise<void> {
    await this.#acts.fill(this.#page.getByLabel("Start (UTC)"), `${DAY}T${time}`);
  }

  /** Between the first trains of both directions, in the middle of the line. */
  async makeWork(): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(this.#button("Fit"));
    await this.#acts.click(summaryOf(this.#page, /^Works/));
    await this.#acts.click(this.#button("Draw an area"));
    const from = await this.#spotOf("06:05", 0.47);
    await this.#acts.drag(from, await this.#spotOf("06:25", 0.53));
    const dialog = this.#page.getByRole("dialog", { name: "New work or limit" });
    await this.#acts.enter(dialog.getByLabel("Name", { exact: true }), "Switch 7");
    await this.#page.waitForURL(/works=\d+/);
    await this.#button("Enter an area").waitFor();
    this.#end("a work", before);
  }

  /** A train leaves when the next one does. */
  async makeLate(): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(summaryOf(this.#page, /^Trains/));
    await this.#acts.click(this.#row(/^09:15 /));
    await this.#moveTo("09:58");
    await this.#store();
    await summaryOf(this.#page, /^Conflicts \([1-9]/).waitFor();
    this.#end("a late train", before);
  }

  /** The train that it hinders leaves later, minute by minute. */
  async resolveConflicts(): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(this.#row(/^10:00 1 /));
    await this.#acts.click(this.#page.getByLabel("this train alone"));
    await this.#page.getByRole("application").focus();
    for (let minutes = 1; ; minutes++) {
      await this.#acts.press("Alt+ArrowRight");
      const start = `10:${twoDigits(minutes)}`;
      const tried = this.#page.locator(".tried", { hasText: `train 5 starts ${start}` });
      const follows = tried.locator("p[aria-busy=false]", { hasText: /^Conflicts: / });
      await follows.waitFor();
      if ((await follows.textContent())?.endsWith(", 0 new") === true) break;
      if (minutes === MINUTES_MAX) throw new Error("its conflicts stay");
    }
    await this.#acts.press("Enter");
    await this.#page.locator(".tried").waitFor({ state: "detached" });
    await summaryOf(this.#page, /^Conflicts \(0\)/).waitFor();
    this.#end("its conflicts", before);
  }

  /** How many pages it takes. */
  async print(): Promise<number> {
    const before = this.#acts.count;
    // What goes on paper is what is in sight.
    await this.#acts.click(this.#button("Fit"));
    await this.#acts.click(summaryOf(this.#page, /^Export and print/));
    await this.#acts.click(this.#button("Print to scale …"));
    const pdf = await this.#save(this.#button("Save as PDF"));
    await this.#acts.press("Escape");
    this.#end("printed", before);
    return pdf.toString("latin1").match(/\/MediaBox/g)?.length ?? 0;
  }

  /** The cells of the line's table. */
  async printTable(): Promise<string[][]> {
    const before = this.#acts.count;
    await this.#acts.click(this.#button("Tables …"));
    const csv = await this.#save(this.#button("Save as CSV"));
    await this.#acts.press("Escape");
    this.#end("a table", before);
    return csv
      .toString()
      .split("\r\n")
      .map((line) => line.split(","));
  }

  async #save(button: Locator): Promise<Buffer> {
    return await saved(this.#page, async () => await this.#acts.click(button));
  }

  async writeTimetable(): Promise<string> {
    const link = this.#page.getByRole("link", { name: "Timetable as JSON" });
    if (!(await link.isVisible()))
      await this.#acts.click(summaryOf(this.#page, /^Export and print/));
    return (await this.#save(link)).toString();
  }

  async readTimetable(text: string, name: string): Promise<void> {
    const before = this.#acts.count;
    await this.#acts.click(this.#page.getByRole("link", { name: "Marey" }));
    await this.#acts.click(this.#button("Import"));
    await this.#page.getByRole("dialog", { name: "Import" }).waitFor();
    const form = this.#page.locator("form.import", { hasText: "Timetable as JSON" });
    const files = form.locator("input[type=file]");
    await this.#acts.chooseFile(files, `${name}.json`, Buffer.from(text));
    await this.#acts.click(form.getByRole("button", { name: "Import" }));
    await this.#acts.click(form.getByRole("link", { name: "Open the timetable" }));
    await this.#page.getByRole("heading", { name, level: 1 }).waitFor();
    this.#end("exported and imported", before);
  }

  /** Where a time of the day and a share of the axis are on the screen. */
  async #spotOf(time: string, share: number): Promise<{ readonly x: number; readonly y: number }> {
    const [from = "", to = "", low = "", high = ""] = (await settledView(this.#page)).split("_");
    const box = await this.#page.getByRole("application").boundingBox();
    if (box === null) throw new Error("no graph");
    const [from_ms, to_ms] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
    const along = (Date.parse(`${DAY}T${time}:00Z`) - from_ms) / (to_ms - from_ms);
    const down = (share - Number(low)) / (Number(high) - Number(low));
    return {
      x: box.x + LEFT_PX + along * (box.width - LEFT_PX),
      y: box.y + TOP_PX + down * (box.height - TOP_PX),
    };
  }
}
