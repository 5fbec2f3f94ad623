/** The visible part of the graph as an SVG document. */
import { BASE_DASH, LEFT_PX, type Scene, TOP_PX } from "./draw.ts";
import { colourOf, dashOf, type Palette } from "./palette.ts";
import { type LineSink, traceRun } from "./trace.ts";
import { type Area, listTimeTicks, type Viewport, xOf, yOf } from "./viewport.ts";

const TICK_APART_PX = 62;

export function printSvg(scene: Scene, view: Viewport, palette: Palette): string {
  const [width, height] = [view.width_px + LEFT_PX, view.height_px + TOP_PX];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="${palette.background}"/>`,
    `<clipPath id="frame"><rect width="${view.width_px}" height="${view.height_px}"/></clipPath>`,
    ...listLabels(scene, view, palette),
    `<g transform="translate(${LEFT_PX} ${TOP_PX})" clip-path="url(#frame)" fill="none">`,
    ...listGrid(scene, view, palette),
    ...scene.works.map(({ areas }) => printAreas(view, areas, palette.work_fill)),
    ...scene.conflicts.map(({ areas }) => printAreas(view, areas, palette.conflict_fill)),
    ...listBaseLines(scene, view, palette),
    ...listLines(scene, view, palette),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function listGrid({ stations }: Scene, view: Viewport, palette: Palette): string[] {
  const times = listTimeTicks(view, TICK_APART_PX).map(({ time_ms }) => {
    const x = round(xOf(view, time_ms));
    return `<path d="M${x} 0V${view.height_px}" stroke="${palette.grid}"/>`;
  });
  const places = stations.map(({ share }) => {
    const y = round(yOf(view, share));
    return `<path d="M0 ${y}H${view.width_px}" stroke="${palette.strong_grid}"/>`;
  });
  return [...times, ...places];
}

function listLabels({ stations }: Scene, view: Viewport, palette: Palette): string[] {
  const date = new Date(view.from_ms).toISOString().slice(0, 10);
  const day = `<text x="${LEFT_PX - 22}" y="${TOP_PX - 10}" text-anchor="end" fill="${palette.text}">${date} UTC</text>`;
  const times = listTimeTicks(view, TICK_APART_PX).map(({ time_ms, kind }) => {
    const text = new Date(time_ms).toISOString();
    const label = kind === "day" ? text.slice(5, 10) : text.slice(11, 16);
    const x = round(LEFT_PX + xOf(view, time_ms));
    return `<text x="${x}" y="${TOP_PX - 10}" text-anchor="middle" fill="${palette.text}">${label}</text>`;
  });
  const places = stations
    .map(({ name, share }) => ({ name, y: yOf(view, share) }))
    .filter(({ y }) => y >= 0 && y <= view.height_px)
    .map(
      ({ name, y }) =>
        `<text x="${LEFT_PX - 8}" y="${round(TOP_PX + y + 4)}" text-anchor="end" fill="${palette.text}">${escape(name)}</text>`,
    );
  return [day, ...times, ...places];
}

function listBaseLines({ base_runs }: Scene, view: Viewport, palette: Palette): string[] {
  return base_runs.flatMap((run) => {
    const path = new PathText();
    if (!traceRun(view, run, path)) return [];
    const style = `stroke="${palette.quiet_text}" stroke-dasharray="${BASE_DASH.join(" ")}"`;
    return [`<path d="${path.text}" ${style}/>`];
  });
}

function listLines({ runs }: Scene, view: Viewport, palette: Palette): string[] {
  const lines: string[] = [];
  for (const run of runs) {
    const path = new PathText();
    if (!traceRun(view, run, path)) continue;
    const dash = dashOf(run.category);
    const dashed = dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
    lines.push(
      `<path d="${path.text}" stroke="${colourOf(palette, run.category)}" stroke-width="1.5"${dashed}>` +
        `<title>${escape(run.name)}</title></path>`,
    );
  }
  return lines;
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

function printAreas(view: Viewport, areas: readonly Area[], colour: string): string {
  const boxes = areas.map((area) => {
    const [x, y] = [xOf(view, area.from_ms), yOf(view, area.from_share)];
    const [width, height] = [xOf(view, area.to_ms) - x, yOf(view, area.to_share) - y];
    return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
  });
  return `<path d="${boxes.join("")}" fill="${colour}"/>`;
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
