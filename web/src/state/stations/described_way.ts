/** A way from a path and its properties. */
import type { Schemas } from "../../api/client.ts";
import type { Station, Way } from "../../graph/axis.ts";

/** Of a path: its stations and zones. */
export const PROPS: { "props[]": ("operational_points" | "zones")[] } = {
  "props[]": ["operational_points", "zones"],
};

/** Tracks with what lies on them. */
export function wayOf(
  ranges: Way["ranges"],
  length_mm: number,
  { operational_points = [], zones }: Schemas["PathProperties"] = {},
): Way {
  return {
    ranges,
    length_mm,
    stations: listStations(operational_points),
    zones: zones
      ? listStretches(zones, length_mm).map(({ value: zone, ...at }) => ({ zone, ...at }))
      : [],
  };
}

/** Stretches of a path, the last one up to its end. */
export function listStretches<V>(
  { boundaries, values }: { readonly boundaries: readonly number[]; readonly values: readonly V[] },
  length_mm: number,
): readonly { readonly from_mm: number; readonly to_mm: number; readonly value: V }[] {
  const bounds = [0, ...boundaries, length_mm];
  return values.map((value, i) => ({
    from_mm: bounds[i] ?? 0,
    to_mm: bounds[i + 1] ?? length_mm,
    value,
  }));
}

/** A station with several parts is listed once, at its first part. */
export function listStations(points: readonly { id: string; position: number }[]): Station[] {
  const found = new Map<string, Station>();
  for (const point of points) {
    if (found.has(point.id)) continue;
    const { id, position: position_mm } = point;
    found.set(id, { id, name: nameOf(point), position_mm, codes: listCodes(point) });
  }
  return [...found.values()];
}

/** RailJSON keeps names and codes in extensions, which the API document leaves open. */
interface Extended {
  readonly extensions?: {
    readonly identifier?: { readonly name?: unknown; readonly uic?: unknown };
    readonly sncf?: { readonly trigram?: unknown };
  } | null;
}

export function nameOf(point: { readonly id: string }): string {
  const name = (point as Extended).extensions?.identifier?.name;
  return typeof name === "string" && name !== "" ? name : point.id;
}

function listCodes(point: { readonly id: string }): string[] {
  const { identifier, sncf } = (point as Extended).extensions ?? {};
  const codes = [sncf?.trigram, identifier?.uic];
  return codes.flatMap((code) =>
    typeof code === "string" || typeof code === "number" ? [String(code)] : [],
  );
}
