// Method: reads the page's own files. Colours, type, spacing, radii, shadows and motion stand in tokens.css; what canvases
// need of them is compared with it, and contrasts are computed by the formula of WCAG 2.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dashOf, paletteOf, widthOf } from "../../web/src/graph/drawing/palette.ts";

const WEB = join(import.meta.dirname, "../../web/src");
const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).sort();
const textOf = (path: string): string => readFileSync(join(WEB, path), "utf8");
const styles = files.filter((path) => path.endsWith(".css") && path !== "tokens.css");

/** `--text: light-dark(#a, #b)` by name, light and dark. */
const tokens = new Map(
  [...textOf("tokens.css").matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), )?(#\w{6})\)?;/g)].map(
    ([, name = "", light, dark = ""]) => [name, [light ?? dark, dark] as const],
  ),
);

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|light-dark)\(/i;
/** Maps draw classes of speeds and voltages, each with a colour of its own. */
const WITH_COLOURS = ["graph/drawing/palette.ts", "map/style/classes.ts"];

/** What a declaration says beside its tokens, if that is a size. */
const SIZED =
  /^\s+(?:font|font-size|border-radius|box-shadow|padding|margin|gap|transition|animation)[\w-]*:/;
const SIZE = /(?<![\w-])\d*\.?\d+(?:px|r?em|ms|s)\b/;

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const colourOf = (name: string, theme: 0 | 1): string => {
  const found = tokens.get(name)?.[theme];
  if (found === undefined) throw new Error(`no token ${name}`);
  return found;
};

describe("the page's tokens", () => {
  it("are the only place of colours", () => {
    expect(styles.length).toBeGreaterThan(5);
    const drawing = files.filter((path) => /\.tsx?$/.test(path) && !path.startsWith("languages"));
    const others = [...styles, ...drawing].filter((path) => !WITH_COLOURS.includes(path));
    const own = others.flatMap((path) =>
      textOf(path)
        .split("\n")
        // Private names of classes begin with the same sign.
        .filter((line) => COLOUR.test(line) && !/#\w+[(<]|this\.#|#\{/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(own).toEqual([]);
  });

  it("are the only place of sizes of type, space, corners, shadows and motion", () => {
    const own = styles.flatMap((path) =>
      textOf(path)
        .split("\n")
        .filter((line) => SIZED.test(line) && SIZE.test(line.replace(/\b(?:100|50)%/g, "")))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(own).toEqual([]);
  });

  it("name everything that styles ask for, and are all used", () => {
    const defined = new Set(
      [...textOf("tokens.css").matchAll(/(--[\w-]+):/g)].map(([, one]) => one),
    );
    const texts = [...styles, ...files.filter((path) => path.endsWith(".tsx")), "tokens.css"].map(
      textOf,
    );
    const asked = new Set(
      texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, one]) => one)),
    );
    const made = new Set(
      texts
        .flatMap((text) => [...text.matchAll(/(--[\w-]+)"?: /g)].map(([, one]) => one))
        .filter((one) => !defined.has(one)),
    );
    expect([...asked].filter((one) => !defined.has(one) && !made.has(one))).toEqual([]);
    // Canvases have the others.
    const drawn = new Set([
      "--canvas",
      "--grid",
      "--grid-2",
      "--station",
      "--station-major",
      "--limit",
    ]);
    expect([...defined].filter((one) => !asked.has(one) && !drawn.has(one ?? ""))).toEqual([]);
  });

  it("are what canvases draw with", () => {
    for (const theme of [0, 1] as const) {
      const { categories, ...others } = paletteOf(theme === 1);
      const known = new Set([...tokens.values()].map((pair) => pair[theme]));
      const foreign = Object.entries(others).filter(([, one]) => !known.has(one.slice(0, 7)));
      expect(foreign).toEqual([]);
      for (const colour of Object.values(categories)) {
        expect(contrast(colour, colourOf("canvas", theme))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("have the contrast that texts need on every surface, and lines that mean something on the canvas", () => {
    const surfaces = ["bg", "canvas", "surface", "raised", "sunken", "hover"];
    const texts = ["text", "text-2", "text-3", "accent", "danger", "warn", "ok"];
    for (const theme of [0, 1] as const) {
      const low = texts.flatMap((text) =>
        surfaces.flatMap((surface) => {
          const ratio = contrast(colourOf(text, theme), colourOf(surface, theme));
          return ratio < 4.5 ? [`${text} on ${surface}: ${ratio}`] : [];
        }),
      );
      for (const name of ["accent", "danger", "warn", "ok"]) {
        const ratio = contrast(colourOf(name, theme), colourOf(`${name}-soft`, theme));
        if (ratio < 4.5) low.push(`${name} on its own ground: ${ratio}`);
      }
      for (const name of ["edge", "station-major"]) {
        const ratio = contrast(colourOf(name, theme), colourOf("canvas", theme));
        if (ratio < 3) low.push(`${name}: ${ratio}`);
      }
      if (contrast(colourOf("on-accent", theme), colourOf("accent-fill", theme)) < 4.5)
        low.push("main");
      expect(low).toEqual([]);
    }
  });

  it("tell categories apart without colour: by width or dash", () => {
    const looks = Object.keys(paletteOf(false).categories).map(
      (look) => `${widthOf(look)} ${dashOf(look).join(" ")}`,
    );
    expect(new Set(looks).size).toBe(looks.length);
  });
});

// A view's styles stay when the next view is opened.
it("styles of a view name no class that another view's elements have", () => {
  const own = styles.filter((path) => path !== "style.css" && !path.startsWith("parts/"));
  const common = textOf("style.css");
  const shared = own.flatMap((path) => {
    const [folder = ""] = path.split("/");
    const begun = textOf(path).matchAll(/^\s*\.([\w-]+)/gm);
    const classes = new Set([...begun].map(([, name = ""]) => name));
    return files
      .filter((one) => one.endsWith(".tsx") && !one.startsWith(`${folder}/`))
      .flatMap((one) =>
        [...textOf(one).matchAll(/class="([^"]+)"/g)]
          .flatMap(([, names = ""]) => names.split(" "))
          .filter((name) => classes.has(name) && !new RegExp(`\\.${name}\\b`).test(common))
          .map((name) => `${path}: ${name} in ${one}`),
      );
  });
  expect(shared).toEqual([]);
});
