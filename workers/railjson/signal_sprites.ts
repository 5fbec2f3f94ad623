/**
 * The picture of a signal on a map, chosen by its first logical signal from the table of existing
 * clients. Systems without a picture are answered too.
 */

interface LogicalSignal {
  readonly signaling_system: string;
  /** "true" or "false" by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Settings that must all have these values, and the picture's name; the first matching row counts. */
type Row = readonly [conditions: Readonly<Record<string, string>>, sprite: string];

const SPRITES = {
  BAL: [
    [{ Nf: "true" }, "CARRE"],
    [{}, "S VL"],
  ],
  BAPR: [
    [{ Nf: "true", distant: "false" }, "CARRE"],
    [{ distant: "true" }, "DISQUE VL"],
    [{}, "S VL"],
  ],
  TVM300: [[{}, "REP TGV"]],
  TVM430: [[{}, "REP TGV"]],
} as const satisfies Readonly<Record<string, readonly Row[]>>;

/** The signalling systems with pictures. */
export type SpriteSystem = keyof typeof SPRITES;

export interface SignalSprite {
  readonly sprite_signaling_system: string | null;
  readonly sprite: string | null;
}

/** Nulls for a signal without logical signals. */
export function chooseSprite([first]: readonly LogicalSignal[]): SignalSprite {
  if (first === undefined) return { sprite_signaling_system: null, sprite: null };
  const { signaling_system, settings } = first;
  const rows: readonly Row[] = Object.hasOwn(SPRITES, signaling_system)
    ? SPRITES[signaling_system as SpriteSystem]
    : [];
  const fitting = rows.find(([conditions]) =>
    Object.entries(conditions).every(([name, value]) => settings[name] === value),
  );
  return { sprite_signaling_system: signaling_system, sprite: fitting?.[1] ?? null };
}
