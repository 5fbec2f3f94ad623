/** Every view and form of the page, each with what opens it: for tests that look at all of them. */
import type { Page } from "playwright-core";
import { scaled } from "../../helpers/pace.ts";
import { graphHash, idOf, trainKey, world } from "../journeys/stage.ts";
import { openMenu, openMore, pick, summaryOf } from "../steps.ts";
import { EDITOR_STATES } from "./editor_states.ts";

export interface State {
  readonly name: string;
  readonly caller?: string;
  readonly hash: () => string;
  /** Ends when there is what is to be looked at. */
  readonly open: (page: Page) => Promise<void>;
}

/** A search on a busy machine. */
const SEARCHED = { timeout: scaled(20_000) };

const tabHash = (tab: string): string => graphHash().replace("/graph", `/${tab}`);
const chosenHash = (): string => graphHash() + trainKey(idOf(0));
const serviceHash = (): string =>
  `${graphHash()}&train=paced_train+${world().imported.paced_train_ids[0]}+1+-`;

async function computed(page: Page): Promise<void> {
  await summaryOf(page, /^Conflicts \([1-9]/).waitFor();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole("button", { name, ...(typeof name === "string" && { exact: true }) })
    .first()
    .click();
}

async function dialogOf(page: Page): Promise<void> {
  await page.getByRole("dialog").waitFor();
}

/** Opens a part of the lists beside the graph. */
async function unfold(page: Page, heading: RegExp): Promise<void> {
  await computed(page);
  await summaryOf(page, heading).click();
}

async function openCardMenu(page: Page, act: string): Promise<void> {
  await page.locator(".menu.small > summary").first().click();
  await page.getByRole("button", { name: act }).locator("visible=true").click();
  await dialogOf(page);
}

const FRAME: readonly State[] = [
  {
    name: "start",
    hash: () => "#/",
    open: async (page) => await page.locator(".card-name").first().waitFor(),
  },
  {
    name: "start, menu of a timetable",
    hash: () => "#/",
    open: async (page) => {
      await page.locator(".menu.small > summary").first().click();
      await page.getByRole("button", { name: "Share …" }).locator("visible=true").waitFor();
    },
  },
  {
    name: "import",
    hash: () => "#/",
    open: async (page) => {
      await press(page, "Import");
      await dialogOf(page);
    },
  },
  { name: "share", hash: () => "#/", open: async (page) => await openCardMenu(page, "Share …") },
  { name: "rename", hash: () => "#/", open: async (page) => await openCardMenu(page, "Rename …") },
  { name: "delete", hash: () => "#/", open: async (page) => await openCardMenu(page, "Delete …") },
  {
    name: "history",
    hash: () => "#/",
    open: async (page) => {
      await openCardMenu(page, "History …");
      await page.getByRole("dialog").locator("table, p").first().waitFor();
    },
  },
  {
    name: "language and time zone",
    hash: () => "#/",
    open: async (page) => {
      await press(page, /Language and time zone$/);
      await dialogOf(page);
    },
  },
  { name: "projects", hash: () => "#/projects", open: openTree },
  {
    name: "new scenario",
    hash: () => "#/projects",
    open: async (page) => {
      await openTree(page);
      await press(page, "New scenario");
      await dialogOf(page);
    },
  },
  { name: "rolling stock", hash: () => "#/stocks", open: openStock },
  {
    name: "form of a rolling stock",
    hash: () => "#/stocks",
    open: async (page) => {
      await openStock(page);
      await press(page, "Duplicate …");
      const name = page.getByRole("textbox", { name: "Name" });
      await name.fill(`looked at ${Date.now()}`);
      await press(page, "Create");
      await press(page, "Edit");
      await page.getByRole("textbox", { name: "Mass, t" }).waitFor();
    },
  },
  {
    name: "not signed in",
    caller: "nobody",
    hash: () => "#/",
    open: async (page) => await page.getByRole("alert").first().waitFor(),
  },
  {
    name: "no rights",
    caller: "stranger",
    hash: () => "#/",
    open: async (page) => await page.getByRole("alert").first().waitFor(),
  },
  {
    name: "a timetable that is not there",
    hash: () => "#/timetable/999999/graph",
    open: async (page) => await page.getByRole("alert").waitFor(),
  },
];

const GRAPH: readonly State[] = [
  { name: "graph", hash: graphHash, open: computed },
  {
    name: "graph of a reader",
    caller: "reader",
    hash: chosenHash,
    open: async (page) => {
      await computed(page);
      await page.getByText("You may read this timetable, but not change it.").waitFor();
    },
  },
  {
    name: "graph, chosen train with its stops and a trial",
    hash: chosenHash,
    open: async (page) => {
      await unfold(page, /^Stops/);
      await page.getByRole("application").focus();
      await page.keyboard.press("Alt+ArrowRight");
      await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
    },
  },
  {
    name: "graph, service",
    hash: serviceHash,
    open: async (page) => {
      await computed(page);
      await page.getByLabel("Every, min").waitFor();
    },
  },
  {
    name: "graph, making a service of a train",
    hash: chosenHash,
    open: async (page) => {
      await unfold(page, /^Service/);
      await page.getByRole("button", { name: "Make a service" }).waitFor();
    },
  },
  {
    name: "graph, renaming",
    hash: chosenHash,
    open: async (page) => {
      await computed(page);
      await openMore(page);
      await press(page, "Rename");
    },
  },
  {
    name: "history of a train",
    hash: chosenHash,
    open: async (page) => {
      await computed(page);
      await openMore(page);
      await press(page, "History …");
      await dialogOf(page);
    },
  },
  {
    name: "new train",
    hash: graphHash,
    open: async (page) => {
      await computed(page);
      await press(page, "New train");
      await pick(page, "From", "Beaumont");
      await pick(page, "To", "Grandval");
      await summaryOf(page, /^Category, labels/).click();
      await page.locator(".tried", { hasText: /Conflicts: / }).waitFor();
      const form = page.getByRole("region", { name: "New train" });
      await form.getByRole("combobox", { name: "Rolling stock" }).click();
      await page.locator(".picks").waitFor();
    },
  },
  {
    name: "axis",
    hash: graphHash,
    open: async (page) => {
      await computed(page);
      await openMenu(page, /^Axis/);
      await page.getByRole("combobox", { name: "From" }).waitFor();
    },
  },
  {
    name: "what the graph shows",
    hash: graphHash,
    open: async (page) => {
      await computed(page);
      await openMenu(page, /^Show/);
    },
  },
  {
    name: "filters of conflicts",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Conflicts/);
      await summaryOf(page, /^Filter conflicts/).click();
      await page.getByLabel("Of a train").waitFor();
    },
  },
  {
    name: "station occupancy",
    hash: () => `${chosenHash()}&station=OP.GDV.BV`,
    open: async (page) => {
      await computed(page);
      await page.getByRole("list", { name: "Trains at Grandval" }).waitFor();
    },
  },
  {
    name: "several trains",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Several trains/);
      await press(page, "All that are shown");
      await page.getByLabel("Minutes later").waitFor();
    },
  },
  {
    name: "works and limits",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Works/);
      await press(page, "Enter an area");
      await dialogOf(page);
    },
  },
  {
    name: "compare",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Compare/);
      await page.getByLabel("Compare with").waitFor();
    },
  },
  {
    name: "print",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Export and print/);
      await press(page, /^Print to scale/);
      await page.getByText(/^This makes \d+ pages?\.$/).waitFor();
    },
  },
  {
    name: "tables",
    hash: chosenHash,
    open: async (page) => {
      await unfold(page, /^Export and print/);
      await press(page, /^Tables/);
      // the chosen train's stops are a table, too
      await page.getByRole("dialog").getByRole("table").first().waitFor();
    },
  },
  {
    name: "accepting all runs",
    hash: graphHash,
    open: async (page) => {
      await computed(page);
      await press(page, "Accept how all trains run now");
      await dialogOf(page);
    },
  },
  {
    name: "a proposal",
    hash: graphHash,
    open: async (page) => {
      await unfold(page, /^Conflicts/);
      await press(page, /^Resolve all …/);
      await summaryOf(page, /^What is allowed/).click();
      await press(page, "Find a proposal");
      await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
    },
  },
];

const TODAY: readonly State[] = [
  {
    name: "today",
    hash: () => tabHash("today") + trainKey(idOf(0)),
    open: async (page) => await page.getByLabel("Minutes late").waitFor(SEARCHED),
  },
  {
    name: "today, what to decide",
    hash: () => tabHash("today"),
    open: async (page) => {
      await press(page, "What to decide?");
      const found = page.getByRole("list", { name: "Proposals" });
      await found.or(page.getByText("No decision makes it better.")).waitFor(SEARCHED);
    },
  },
  {
    name: "robustness",
    hash: () => tabHash("today") + trainKey(idOf(0)),
    open: async (page) => {
      await page.getByRole("tab", { name: "Robustness" }).click();
      await press(page, "Try the days");
      await page.getByRole("heading", { name: "Trains at their ends" }).waitFor(SEARCHED);
    },
  },
];

const OTHERS: readonly State[] = [
  {
    name: "train",
    hash: () => tabHash("train") + trainKey(idOf(0)),
    open: async (page) => await page.getByRole("img", { name: /^Speed of/ }).waitFor(),
  },
  {
    name: "form of a train",
    hash: () => tabHash("train") + trainKey(idOf(8)),
    open: async (page) => {
      await summaryOf(page, /^Edit all fields/).click();
      await page
        .getByLabel(/^Arrival at /)
        .first()
        .waitFor();
    },
  },
  {
    name: "map",
    hash: () => tabHash("map"),
    open: async (page) => await page.getByRole("list", { name: "Trains at this time" }).waitFor(),
  },
  {
    name: "a work on the map",
    hash: () => tabHash("map"),
    open: async (page) => {
      await page.getByRole("list", { name: "Trains at this time" }).waitFor();
      await summaryOf(page, /^Works/).click();
      await press(page, "Draw an area");
      await page.getByText("Drag along the axis").waitFor();
    },
  },
  {
    name: "short term request",
    hash: () => tabHash("request"),
    open: async (page) => {
      await computed_request(page);
      await press(page, "Find a train");
      await page
        .getByText(/^Leaves at \d|There is no room/)
        .first()
        .waitFor(SEARCHED);
    },
  },
];

async function computed_request(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Find a train", disabled: false }).waitFor();
}

export const STATES: readonly State[] = [...FRAME, ...GRAPH, ...TODAY, ...OTHERS, ...EDITOR_STATES];

/** A project with a study, opened. */
async function openTree(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New project" }).waitFor();
  // Asked before the list is there, a project of that name may have been made again.
  const known = page.getByText("Looked at", { exact: true });
  if ((await known.count()) === 0) {
    for (const [act, name] of [
      ["New project", "Looked at"],
      ["New study", "Base"],
    ] as const) {
      await page.getByRole("button", { name: act }).first().click();
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await press(page, "Create");
      await page.getByText(name, { exact: true }).first().click();
    }
  } else {
    await known.first().click();
    await page.getByText("Base", { exact: true }).first().click();
  }
  await page.getByRole("button", { name: "New scenario" }).waitFor();
}

async function openStock(page: Page): Promise<void> {
  await page.getByRole("list", { name: "Rolling stocks" }).getByRole("button").first().click();
  await page.getByRole("img", { name: /^Tractive effort of/ }).waitFor();
}
