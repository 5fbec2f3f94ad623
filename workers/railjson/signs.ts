/** The signs of speed limits and neutral sections, which have their own tracks apart from the ranges. */
import type { RailjsonDocument } from "./schemas.ts";

type SpeedSection = RailjsonDocument["speed_sections"][number];
type NeutralSection = RailjsonDocument["neutral_sections"][number];

export type Sign = NonNullable<
  NonNullable<NonNullable<SpeedSection["extensions"]>["psl_sncf"]>["z"]
>;

export interface PlacedSign {
  /** Dotted path of the sign in its object. */
  readonly field: string;
  readonly sign: Sign;
}

/** The signs of a speed limit. */
export function listSpeedSigns({ extensions }: SpeedSection): PlacedSign[] {
  return listSigns("extensions.psl_sncf", extensions?.psl_sncf);
}

/** The signs of a neutral section. */
export function listNeutralSigns({ extensions }: NeutralSection): PlacedSign[] {
  return listSigns("extensions.neutral_sncf", extensions?.neutral_sncf);
}

function listSigns(
  field: string,
  lists: Readonly<Record<string, Sign | readonly Sign[]>> | null | undefined,
): PlacedSign[] {
  return Object.entries(lists ?? {}).flatMap(([key, signs]) =>
    "track" in signs
      ? [{ field: `${field}.${key}`, sign: signs }]
      : signs.map((sign, i) => ({ field: `${field}.${key}.${i}`, sign })),
  );
}
