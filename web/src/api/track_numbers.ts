/**
 * Names of a station's tracks: their own, else their number by position, from left to right across the direction of the
 * first part's track; ties by id. A number that is another track's own name gets a mark.
 */

type LonLat = readonly number[];

interface Part {
  readonly track: string;
  readonly position: number;
}

interface Section {
  readonly id: string;
  readonly length: number;
  readonly geo: { readonly coordinates: readonly LonLat[] };
  readonly extensions?: { readonly sncf?: { readonly track_name?: string } | null } | null;
}

interface NamedTrack {
  readonly id: string;
  readonly name: string;
  readonly is_numbered?: true;
}

/** `sections` are those of the parts, each once. */
export function nameTracks(
  parts: readonly Part[],
  sections: readonly Section[],
): readonly NamedTrack[] {
  const known = new Map(sections.map((section) => [section.id, section]));
  const [first] = parts;
  const section = known.get(first?.track ?? "");
  if (first === undefined || section === undefined) return [];
  const { at: origin, heading } = placeOn(section, first.position);
  const acrossOf = (id: string): number => {
    const part = parts.find(({ track }) => track === id);
    const own = known.get(id);
    if (part === undefined || own === undefined) return 0;
    const [x, y] = stepBetween(origin, placeOn(own, part.position).at);
    return heading[1] * x - heading[0] * y;
  };
  const ordered = sections
    .map(({ id, extensions }) => ({ id, own: extensions?.sncf?.track_name || null }))
    .map((one) => ({ ...one, across: acrossOf(one.id) }))
    .toSorted((a, b) => a.across - b.across || (a.id < b.id ? -1 : 1));
  const taken = new Set(ordered.map(({ own }) => own));
  return ordered.map(({ id, own }, i) => {
    if (own !== null) return { id, name: own };
    const number = String(i + 1);
    return { id, name: taken.has(number) ? `${number}\u2032` : number, is_numbered: true as const };
  });
}

interface Placed {
  readonly at: LonLat;
  /** East and north. */
  readonly heading: readonly [number, number];
}

function placeOn({ length, geo: { coordinates } }: Section, position: number): Placed {
  const steps = coordinates.slice(1).map((to, i) => stepBetween(coordinates[i] ?? to, to));
  const lengths = steps.map(([x, y]) => Math.hypot(x, y));
  let left = (position / length) * lengths.reduce((sum, one) => sum + one, 0);
  let i = 0;
  while (i < lengths.length - 1 && left > (lengths[i] ?? 0)) left -= lengths[i++] ?? 0;
  const share = left / (lengths[i] || 1);
  const [from = [0, 0], to = from] = [coordinates[i], coordinates[i + 1]];
  const at = [0, 1].map(
    (axis) => (from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * share,
  );
  return { at, heading: steps[i] ?? [1, 0] };
}

/** In units of a degree of latitude. */
function stepBetween(from: LonLat, to: LonLat): readonly [number, number] {
  const squeeze = Math.cos(((from[1] ?? 0) * Math.PI) / 180);
  return [((to[0] ?? 0) - (from[0] ?? 0)) * squeeze, (to[1] ?? 0) - (from[1] ?? 0)];
}
