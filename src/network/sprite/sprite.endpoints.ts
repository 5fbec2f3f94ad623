/** The pictures of signals (interface.md 12): the signalling systems that have some. */
import * as v from "valibot";
import type { SpriteSystem } from "../../../workers/railjson/signal_sprites.ts";
import { okJson } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";

/** All of them, by name; the type comes from the table of pictures. */
const HAS_SPRITES: Readonly<Record<SpriteSystem, true>> = {
  BAL: true,
  BAPR: true,
  TVM300: true,
  TVM430: true,
};

export const SPRITE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/sprites/signaling_systems",
    summary: "The signalling systems whose signals have pictures",
    answer: okJson(v.array(v.pipe(v.string(), v.description("Name of a signalling system")))),
    access: checked({ roles: ["infra:read"] }),
    handle: async () => Object.keys(HAS_SPRITES),
  }),
];
