/** The part of the plane that the map shows. */

export interface Camera {
  readonly x: number;
  readonly y: number;
  /** Pixels per unit of the plane. */
  readonly scale: number;
  readonly width_px: number;
  readonly height_px: number;
}

const SCALE_MAX = 5e7;
const SCALE_MIN = 200;

export function screenX({ x, scale, width_px }: Camera, at: number): number {
  return (at - x) * scale + width_px / 2;
}

export function screenY({ y, scale, height_px }: Camera, at: number): number {
  return (at - y) * scale + height_px / 2;
}

export function panCamera(camera: Camera, dx_px: number, dy_px: number): Camera {
  const { x, y, scale } = camera;
  return { ...camera, x: x - dx_px / scale, y: y - dy_px / scale };
}

/** Around a point of the screen. */
export function zoomCamera(camera: Camera, factor: number, x_px: number, y_px: number): Camera {
  const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, camera.scale * factor));
  const [dx, dy] = [x_px - camera.width_px / 2, y_px - camera.height_px / 2];
  const by = 1 / camera.scale - 1 / scale;
  return { ...camera, scale, x: camera.x + dx * by, y: camera.y + dy * by };
}

/** All points, with a margin. */
export function fitCamera(camera: Camera, points: Iterable<readonly [number, number]>): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (left > right) return camera;
  const { width_px, height_px } = camera;
  const scale =
    0.88 * Math.min(width_px / (right - left || 1e-6), height_px / (bottom - top || 1e-6));
  return {
    ...camera,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scale: Math.min(SCALE_MAX, scale),
  };
}
