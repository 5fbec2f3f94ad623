/** Names and texts that nobody would choose but who wants to break something, and what they must not do. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { idOf, readJson, world } from "../journeys/stage.ts";
import { PATIENT, type Visit } from "../visit.ts";

const MARKUP = `<img src=x onerror="window.broken=1"><script>window.broken=1</script>`;
const REVERSED = "\u202emarf\u202d שלום \u2066العربية";
const LONG = "Łódź".repeat(2500);
const BLANKS = " \u00a0\u2003\u200b ";

const TEXTS = [MARKUP, REVERSED, LONG, BLANKS];
const NUMBERS = ["-1", "1e300"];

/** Of a train's name. */
const NAME_MAX = 4000;

/** Gives such names to a timetable, a project, a study and some of the trains. */
export async function nameAll(): Promise<void> {
  const stage = world();
  const names = [LONG.slice(0, NAME_MAX), MARKUP, REVERSED, BLANKS];
  for (const [i, train_name] of names.entries()) {
    const path = `/train_schedule/${idOf([0, 8, 5, 6][i] ?? 0)}`;
    const known = await readJson<Record<string, unknown>>(path);
    const { id: _id, modified_by: _by, modified_at: _at, ...form } = known;
    await stage.send("planner", "PUT", path, {
      ...form,
      train_name,
      labels: [train_name.trim() || "-"],
    });
  }
  for (const name of [MARKUP, REVERSED, "Ł".repeat(128)]) {
    await stage.send("planner", "POST", "/timetable", { name });
    const project = (await (
      await stage.send("planner", "POST", "/projects", { name, tags: [] })
    ).json()) as { id: number };
    await stage.send("planner", "POST", `/projects/${project.id}/studies`, {
      name,
      tags: [],
      state: "started",
    });
  }
}

/** Types each of them into each field that is on the screen; a menu closes when its fields are left. */
export async function fillAll(page: Page): Promise<void> {
  const fields = page.locator("input:visible:enabled:not([readonly]), textarea:visible:enabled");
  for (const field of await fields.elementHandles()) {
    const texts = listFor(await field.getAttribute("type"));
    for (const text of texts) {
      if (!(await field.isVisible())) break;
      await field.fill(text);
      await field.press("Tab");
    }
    if (texts.includes(MARKUP) && (await field.isVisible())) await field.fill(MARKUP);
  }
}

function listFor(type: string | null): readonly string[] {
  if (type === null || type === "text" || type === "search") return TEXTS;
  return type === "number" ? NUMBERS : [];
}

/** Nothing of it has become more than text, nothing sticks out, and what was refused is told. */
export async function expectUnbroken({ page, refusals }: Visit): Promise<void> {
  expect(
    await page.evaluate("[window.broken, document.querySelectorAll('img, main script').length]"),
  ).toEqual([undefined, 0]);
  await expect
    .poll(
      async () => await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
      PATIENT,
    )
    .toBeLessThanOrEqual(0);
  expect(refusals.filter((one) => one.startsWith("5"))).toEqual([]);
}
