// Method: headers as the server writes them, one after the other.
import { expect, it, vi } from "vitest";

it("tells works and limits without an effect once, and again when they are others", async () => {
  // Other files may have chosen another language.
  vi.resetModules();
  vi.stubGlobal("document", { baseURI: "https://marey.test/" });
  const { notice } = await import("../../../web/src/state/session.ts");
  const { tellWarnings } = await import("../../../web/src/state/told_warnings.ts");
  const after = (text: string | null): string | undefined => {
    notice.value = null;
    tellWarnings(new Headers(text === null ? {} : { "x-warnings": text }));
    return notice.value === null ? undefined : String((notice.value as { text: string }).text);
  };
  const row = (id: string) =>
    JSON.stringify([{ code: "work_on_unknown_track", where: { element: "work", id }, count: 2 }]);
  expect(after(null)).toBe(undefined);
  expect(after(row("7"))).toMatch(/no effect here.*7/);
  expect(after(row("7"))).toBe(undefined);
  expect(after(row("8"))).toMatch(/8/);
  expect(after(null)).toBe(undefined);
  expect(after(row("8"))).toMatch(/8/);
  vi.unstubAllGlobals();
  vi.resetModules();
});
