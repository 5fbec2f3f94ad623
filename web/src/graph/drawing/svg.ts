/** The visible part of the graph as an SVG document. */

import { printDay, printTick } from "../clock.ts";
import { MINUTE_FONT_PX } from "../minutes.ts";
import { NUMBER_FONT_PX } from "../numbers.ts";
import type { Run } from "../runs.ts";
import type { Scene } from "../scene.ts";
import { type LineSink, traceRun } from "../trace.ts";
import { listTimeTicks, type Viewport, xOf, yOf } from "../viewport.ts";
import { nameZone } from "../zone.ts";
import { DIAMOND_PX } from "./badges.ts";
import { alphaOf, BAND_PX, BASE_DASH, placeSpeeds, printSpeed } from "./draw.ts";
import { type Lettering, letter } from "./lettering.ts";
import type { Limit } from "./marks.ts";
import { colourOf, dashOf, type Palette, widthOf } from "./palette.ts";
import { LEFT_PX, TOP_PX } from "./pen.ts";

const TICK_APART_PX = 62;

export function printSvg(scene: Scene, view: Viewport, palette: Palette): string {
  const [width, height] = [view.width_px + LEFT_PX, view.height_px + TOP_PX];
  const lettering = letter(view, scene);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="${palette.background}"/>`,
    `<clipPath id="frame"><rect width="${view.width_px}" height="${view.height_px}"/></clipPath>`,
    ...listLabels(lettering, view, palette),
    `<g transform="translate(${LEFT_PX} ${TOP_PX})" clip-path="url(#frame)" fill="none">`,
    ...listGrid(lettering, view, palette),
    ...scene.works.map((work) => printAreas(view, work, palette.work_fill)),
    ...scene.limits.map((limit) => printAreas(view, limit, palette.limit_fill)),
    ...scene.conflicts.map((conflict) => printAreas(view, conflict, palette.conflict_fill)),
    ...listBeneath(scene.compared_runs, view, comparedStyle(palette)),
    ...listBeneath(scene.base_runs, view, () => baseStyle(palette)),
    ...listLines(scene.turns, view, palette),
    ...listLines(scene.runs, view, palette),
    "</g>",
    `<g transform="translate(${LEFT_PX} ${TOP_PX})" text-anchor="middle" dominant-baseline="central">`,
    ...listTexts(lettering, palette),
    ...scene.limits.flatMap((limit) => listSpeeds(limit, view, palette)),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function listGrid({ stations }: Lettering, view: Viewport, palette: Palette): string[] {
  const times = listTimeTicks(view, TICK_APART_PX).map(({ time_ms }) => {
    const x = round(xOf(view, time_ms));
    return `<path d="M${x} 0V${view.height_px}" stroke="${palette.grid}"/>`;
  });
  const places = stations.map(({ y_px, has_name, is_major }) => {
    const named = is_major ? palette.major : palette.station;
    const colour = has_name ? named : palette.strong_grid;
    const width = has_name ? "" : ' stroke-width="0.6"';
    return `<path d="M0 ${round(y_px)}H${view.width_px}" stroke="${colour}"${width}/>`;
  });
  return [...times, ...places];
}

function listLabels({ stations }: Lettering, view: Viewport, palette: Palette): string[] {
  const date = escape(`${printDay(view.from_ms)} ${nameZone()}`);
  const day = `<text x="${LEFT_PX - 22}" y="${TOP_PX - 10}" text-anchor="end" fill="${palette.text}">${date}</text>`;
  const times = listTimeTicks(view, TICK_APART_PX).map((tick) => {
    const x = round(LEFT_PX + xOf(view, tick.time_ms));
    return `<text x="${x}" y="${TOP_PX - 10}" text-anchor="middle" fill="${palette.text}">${printTick(tick)}</text>`;
  });
  const places = stations
    .filter(({ has_name, y_px }) => has_name && y_px >= 0 && y_px <= view.height_px)
    .flatMap(({ station, y_px, has_detail }) => {
      const at = (y: number): string =>
        `x="${LEFT_PX - 8}" y="${round(TOP_PX + y)}" text-anchor="end"`;
      const name = `<text ${at(y_px + (has_detail ? -1 : 4))} fill="${palette.text}">${escape(station.name)}</text>`;
      if (!has_detail) return [name];
      const style = `fill="${palette.quiet_text}" font-size="10"`;
      return [name, `<text ${at(y_px + 12)} ${style}>${escape(station.detail)}</text>`];
    });
  return [day, ...times, ...places];
}

/** Train numbers along their lines, minutes, conflict numbers. */
function listTexts({ numbers, minutes, badges }: Lettering, palette: Palette): string[] {
  const rim = `stroke="${palette.background}" stroke-width="3" paint-order="stroke"`;
  return [
    ...minutes.map(
      ({ x_px, y_px, run, text }) =>
        `<text x="${round(x_px)}" y="${round(y_px)}" font-size="${MINUTE_FONT_PX}" fill="${colourOf(palette, run.look)}">${text}</text>`,
    ),
    ...numbers.map(({ x_px, y_px, angle, run, text }) => {
      const turn = `translate(${round(x_px)} ${round(y_px)}) rotate(${round((angle * 180) / Math.PI)})`;
      return `<text transform="${turn}" font-size="${NUMBER_FONT_PX}" fill="${colourOf(palette, run.look)}" ${rim}>${escape(text)}</text>`;
    }),
    ...badges.map(({ x_px, y_px, width_px, text }) => {
      const x = round(x_px - width_px / 2 + DIAMOND_PX);
      const diamond = `<path d="M${x - DIAMOND_PX} ${round(y_px)}l6-6 6 6-6 6z" fill="${palette.background}" stroke="${palette.conflict}" stroke-width="1.75"/>`;
      return `${diamond}<text x="${x + DIAMOND_PX + 2}" y="${round(y_px)}" text-anchor="start" font-size="10" font-weight="bold" fill="${palette.conflict}" ${rim}>${text}</text>`;
    }),
  ];
}

function baseStyle({ quiet_text }: Palette): string {
  return `stroke="${quiet_text}" stroke-dasharray="${BASE_DASH.join(" ")}"`;
}

function comparedStyle({ compared }: Palette): (run: Run) => string {
  return ({ band }) =>
    band === undefined ? `stroke="${compared}"` : `stroke="${band}" stroke-width="${BAND_PX}"`;
}

function listBeneath(
  runs: readonly Run[],
  view: Viewport,
  styleOf: (run: Run) => string,
): string[] {
  return runs.flatMap((run) => {
    const path = new PathText();
    if (!traceRun(view, run, path)) return [];
    return [`<path d="${path.text}" ${styleOf(run)}/>`];
  });
}

function listLines(runs: readonly Run[], view: Viewport, palette: Palette): string[] {
  const lines: string[] = [];
  for (const run of runs) {
    const path = new PathText();
    if (!traceRun(view, run, path)) continue;
    const dash = dashOf(run.look);
    const dashed = dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
    lines.push(
      `<path d="${path.text}" stroke="${colourOf(palette, run.look)}" stroke-width="${widthOf(run.look)}"${dashed}>` +
        `<title>${escape(run.name)}</title></path>`,
    );
  }
  return lines;
}

function listSpeeds({ areas, speed_m_s }: Limit, view: Viewport, palette: Palette): string[] {
  return placeSpeeds(view, areas).map(({ x_px, y_px }) => {
    const at = `x="${round(x_px + 8)}" y="${round(y_px)}"`;
    return `<text ${at} font-size="11" fill="${palette.limit}">${printSpeed(speed_m_s)}</text>`;
  });
}

class PathText implements LineSink {
  text = "";

  moveTo(x_px: number, y_px: number): void {
    this.text += `M${round(x_px)} ${round(y_px)}`;
  }

  lineTo(x_px: number, y_px: number): void {
    this.text += `L${round(x_px)} ${round(y_px)}`;
  }
}

function printAreas(
  view: Viewport,
  { areas, is_beside }: Pick<Limit, "areas" | "is_beside">,
  colour: string,
): string {
  const boxes = areas.map((area) => {
    const [x, y] = [xOf(view, area.from_ms), yOf(view, area.from_share)];
    const [width, height] = [xOf(view, area.to_ms) - x, yOf(view, area.to_share) - y];
    return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
  });
  const opacity = is_beside ? ` opacity="${alphaOf(is_beside)}"` : "";
  return `<path d="${boxes.join("")}" fill="${colour}"${opacity}/>`;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
