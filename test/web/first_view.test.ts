// Method: the built files that the page's HTML names, as they are sent; nothing else may be imported before a view is opened.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUILT_PAGE, countFirstView, FIRST_VIEW_BYTES_MAX } from "../../bench/page/first_view.ts";

describe.skipIf(!existsSync(join(BUILT_PAGE, "index.html")))("the first view", () => {
  it("takes no more than it may", () => {
    expect(countFirstView()).toBeLessThanOrEqual(FIRST_VIEW_BYTES_MAX);
  });

  it("is one script, which imports no other before something is opened", () => {
    const assets = join(BUILT_PAGE, "assets");
    const scripts = readdirSync(assets).filter((name) => /^page-.*\.js$/.test(name));
    expect(scripts).toHaveLength(1);
    const text = readFileSync(join(assets, scripts[0] ?? ""), "utf8");
    expect(text.match(/\b(?:from|import)\s*"\.\/[^"]+"/g)).toBe(null);
  });
});
