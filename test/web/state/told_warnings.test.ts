// Method: headers as the server writes them, one after the other.
import { afterAll, beforeAll, expect, it, vi } from "vitest";

// Other files may have chosen another language.
beforeAll(() => {
  vi.resetModules();
  vi.stubGlobal("document", { baseURI: "https://marey.test/" });
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("tells works and limits without an effect once, and again when they are others", async () => {
  const { notice } = await import("../../../web/src/state/session.ts");
  const { loadConflicts } = await import("../../../web/src/state/graph.ts");
  const chosen = {
    infra_id: 1,
    electrical_profile_set_id: null,
    work_schedule_group_id: 2,
    temporary_speed_limit_group_id: null,
  };
  const after = async (text: string | null): Promise<string | undefined> => {
    notice.value = null;
    const headers = {
      "content-type": "application/json",
      ...(text !== null && { "x-warnings": text }),
    };
    vi.stubGlobal("fetch", async () => new Response("[]", { headers }));
    expect(await loadConflicts(3, chosen, AbortSignal.timeout(60_000))).toEqual([]);
    // the words are loaded
    await import("../../../web/src/state/told_warnings.ts");
    await Promise.resolve();
    return notice.value === null ? undefined : String((notice.value as { text: string }).text);
  };
  const row = (id: string) =>
    JSON.stringify([{ code: "work_on_unknown_track", where: { element: "work", id }, count: 2 }]);
  expect(await after(null)).toBe(undefined);
  expect(await after(row("7"))).toMatch(/no effect here.*7/);
  expect(await after(row("7"))).toBe(undefined);
  expect(await after(row("8"))).toMatch(/8/);
  expect(await after(null)).toBe(undefined);
  expect(await after(row("8"))).toMatch(/8/);
});

it("tells warnings of days by the train's name", async () => {
  const { notice } = await import("../../../web/src/state/session.ts");
  const { timetable } = await import("../../../web/src/state/timetable.ts");
  const { tellDayWarnings } = await import("../../../web/src/state/told_warnings.ts");
  const record = { id: 7, train_name: "IC 71" };
  timetable.value = { trains: new Map([[7, record]]), paced_trains: new Map() } as never;
  const told = (rows: readonly object[], before?: string): string | undefined => {
    notice.value = null;
    tellDayWarnings(JSON.stringify(rows), before);
    return (notice.peek() as { text: string } | null)?.text;
  };
  const where = { element: "train_schedule", id: "7" };
  const kept = { code: "exception_start_kept", where: { id: "k" }, count: 1 };
  expect(told([kept])).toBe(undefined);
  expect(told([kept, { code: "runs_never", where, count: 1 }], "IC 71: stored")).toBe(
    "IC 71: stored. IC 71 never runs: its days have no day of the period.",
  );
  expect(told([{ code: "outside_period", where, count: 3 }])).toMatch(/^IC 71 .* 2 more trains\.$/);
  const other = { code: "same_name_same_day", where: { ...where, id: "8" }, count: 2 };
  expect(told([other])).toMatch(/name as 8 .* 1 more train\.$/);
});
