/** What all journeys share: one browser, one world, and the visits of the test that runs. */
import type { Browser } from "playwright-core";
import { launchBrowser } from "../../../bench/page/browser.ts";
import { startWorld, type Train, type World } from "../planner_world.ts";
import { summaryOf } from "../steps.ts";
import { describeVisit, type Screen, startVisit, type Visit } from "../visit.ts";

/** Null: there is none for this machine. */
export const browser: Browser | null = await launchBrowser();

let made: World | null = null;
let visits: Visit[] = [];

export async function openStage(): Promise<void> {
  if (browser !== null) made = await startWorld();
}

export async function closeStage(): Promise<void> {
  await browser?.close();
  await made?.close();
}

/** Ends the test's visits; returns what went wrong in their pages. */
export async function endVisits(is_failed: boolean): Promise<string[]> {
  const ended = visits;
  visits = [];
  for (const one of ended) {
    if (is_failed) console.error(await describeVisit(one));
    await one.close();
  }
  return ended.flatMap(({ errors }) => errors);
}

export function world(): World {
  if (made === null) throw new Error("no world");
  return made;
}

export async function visit(
  caller: string,
  hash: string,
  screen: Screen = {},
  { gateway }: Pick<World, "gateway"> = world(),
): Promise<Visit> {
  if (browser === null) throw new Error("no browser");
  const started = await startVisit(browser, gateway.pageOf(caller), screen);
  visits.push(started);
  await started.open(hash);
  return started;
}

/** Address of the train graph. */
export function graphHash(): string {
  const { timetable_id, infra_id, electrical_profile_set_id } = world().imported;
  return `#/timetable/${timetable_id}/graph?infra=${infra_id}&profiles=${electrical_profile_set_id}`;
}

/** The graph with everything in it. */
export async function visitGraph(
  caller = "planner",
  more = "",
  screen: Screen = {},
): Promise<Visit> {
  const started = await visit(caller, graphHash() + more, screen);
  await summaryOf(started.page, /^Conflicts \([1-9]/).waitFor();
  return started;
}

/** What computed results are asked for with. */
export function runQuery(): string {
  const { infra_id, electrical_profile_set_id } = world().imported;
  return `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
}

export async function readJson<T>(path: string): Promise<T> {
  return (await (await world().send("planner", "GET", path)).json()) as T;
}

export async function readTrain(id: number): Promise<Train> {
  return withoutAuthor(await readJson<Train>(`/train_schedule/${id}`));
}

/** Who has stored a record, and when, is another at each change. */
export function withoutAuthor<One extends object>(record: One): One {
  const own = Object.entries(record).filter(([name]) => !/^modified_(?:by|at)$/.test(name));
  return Object.fromEntries(own) as One;
}

export const trainKey = (id: number): string => `&train=train_schedule+${id}`;

/** Of a train by its place in the generated timetable. */
export function idOf(index: number): number {
  return world().imported.train_ids[index] ?? 0;
}
