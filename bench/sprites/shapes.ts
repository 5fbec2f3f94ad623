/** Shapes that the drawings of signals and signs are put together from, as SVG. */

/** A drawing without its frame; `size` is the side of its square. */
export interface Drawing {
  readonly name: string;
  readonly size: number;
  readonly shapes: string;
}

export const PLATE = "#1b1e24";
const RIM = "#f4f5f7";
export const POST = "#6b7280";

export function rect(
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  rest = "",
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${rest}/>`;
}

export function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  const text = points.map(([x, y]) => `${x},${y}`).join(" ");
  return `<polygon points="${text}" fill="${fill}"/>`;
}

/** A line through points, drawn `width` wide with round ends. */
export function stroke(
  points: readonly (readonly [number, number])[],
  colour: string,
  width: number,
): string {
  const text = points.map(([x, y]) => `${x},${y}`).join(" ");
  return `<polyline points="${text}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A plate with a light rim, so that it is seen on dark maps too. */
export function plate(box: readonly [number, number, number, number], radius: number): string {
  return rect(box, PLATE, ` rx="${radius}" stroke="${RIM}" stroke-width="3"`);
}

/** An eight-pointed star: a light that flashes. */
export function star(x: number, y: number, r: number, fill: string): string {
  const points = Array.from({ length: 16 }, (_, i): [number, number] => {
    const reach = i % 2 === 0 ? r * 1.25 : r * 0.6;
    const angle = (i * Math.PI) / 8;
    const round = (value: number): number => Math.round(value * 100) / 100;
    return [round(x + reach * Math.sin(angle)), round(y - reach * Math.cos(angle))];
  });
  return polygon(points, fill);
}

/** The drawing as a file of its own. */
export function toSvg({ size, shapes }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">${shapes}</svg>\n`;
}
