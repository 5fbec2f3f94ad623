/** The signalling systems that have pictures, by name. */
import type { SpriteSystem } from "../../../workers/railjson/signal_sprites.ts";

/** All of them; the type comes from the table of pictures. */
const HAS_SPRITES: Readonly<Record<SpriteSystem, true>> = {
  BAL: true,
  BAPR: true,
  TVM300: true,
  TVM430: true,
};

export const SPRITE_SYSTEMS: readonly string[] = Object.keys(HAS_SPRITES);
