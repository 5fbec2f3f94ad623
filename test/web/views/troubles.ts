/** Each view while its answers are awaited, when they fail or are refused, when the server is away, and with nothing in it. */
import type { Page, Route } from "playwright-core";
import { graphHash, idOf, trainKey, world } from "../journeys/stage.ts";

export interface Trouble {
  readonly name: string;
  readonly hash: () => Promise<string> | string;
  /** Done before the view is asked for. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Done when it has been there for a while. */
  readonly finish?: (page: Page) => Promise<void>;
}

const tabOf = (tab: string) => (): string =>
  graphHash().replace("/graph", `/${tab}`) + trainKey(idOf(0));

const VIEWS: Readonly<Record<string, () => string>> = {
  start: () => "#/",
  projects: () => "#/projects",
  "rolling stocks": () => "#/stocks",
  graph: () => graphHash() + trainKey(idOf(0)),
  train: tabOf("train"),
  map: tabOf("map"),
  "short term request": tabOf("request"),
  editor: () => `#/network/${world().imported.infra_id}`,
};

/** Who the reader is, is answered; everything else is not. */
const SESSION = /\/(ready|authn\/me)$/;

async function answerAll(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route("**", async (route) => {
    const asked = route.request();
    const { pathname } = new URL(asked.url());
    if (asked.resourceType() !== "fetch" || SESSION.test(pathname)) await route.fallback();
    else await answer(route);
  });
}

async function refuse(route: Route): Promise<void> {
  const context = { resource_type: "timetable", resource_id: 1, required: "Reader" };
  const body = { status: 403, type: "editoast:authz:Forbidden", message: "Forbidden", context };
  await route.fulfill({ status: 403, json: body });
}

async function fail(route: Route): Promise<void> {
  const body = { status: 500, type: "core:Internal", message: "An internal error", context: {} };
  await route.fulfill({ status: 500, json: body });
}

const never = async (): Promise<void> => await new Promise(() => undefined);

const KINDS: Readonly<Record<string, Pick<Trouble, "prepare" | "finish">>> = {
  awaited: { prepare: async (page) => await answerAll(page, never) },
  refused: { prepare: async (page) => await answerAll(page, refuse) },
  failing: { prepare: async (page) => await answerAll(page, fail) },
  "server away": {
    finish: async (page) => {
      await page.context().setOffline(true);
    },
  },
};

async function emptyTimetable(): Promise<string> {
  const { infra_id } = world().imported;
  const answer = await world().send("planner", "POST", "/timetable", {});
  const { timetable_id } = (await answer.json()) as { readonly timetable_id: number };
  return `#/timetable/${timetable_id}/graph?infra=${infra_id}`;
}

async function emptyNetwork(): Promise<string> {
  const answer = await world().send("planner", "POST", "/infra", { name: `empty ${Date.now()}` });
  const { id } = (await answer.json()) as { readonly id: number };
  return `#/network/${id}`;
}

const EMPTY: readonly Trouble[] = [
  ...["graph", "train", "map", "request"].map((tab) => ({
    name: `${tab}, empty`,
    hash: async () => (await emptyTimetable()).replace("/graph", `/${tab}`),
  })),
  { name: "editor, empty", hash: emptyNetwork },
];

export const TROUBLES: readonly Trouble[] = [
  ...EMPTY,
  ...Object.entries(KINDS).flatMap(([kind, acts]) =>
    Object.entries(VIEWS).map(([view, hash]) => ({ name: `${view}, ${kind}`, hash, ...acts })),
  ),
];
