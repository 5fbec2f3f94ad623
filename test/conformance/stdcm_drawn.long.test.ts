/**
 * The judge of stdcm_drawn.test.ts on many networks; `DRAWN_SEED` starts elsewhere, `DRAWN_COUNT` tells how
 * many, eight requests on each.
 */
import { expect, it } from "vitest";
import { judgeDrawn } from "./stdcm_drawn.ts";

const FIRST = Number(process.env["DRAWN_SEED"] ?? 1_000);
const COUNT = Number(process.env["DRAWN_COUNT"] ?? 250);

it("requests on many drawn networks have an answer that holds all that was asked", () => {
  const { counts, problems } = judgeDrawn(FIRST, FIRST + COUNT);
  console.log(JSON.stringify(counts));
  expect(problems).toEqual([]);
  expect(counts["certain"] ?? 0).toBeGreaterThan(COUNT);
});
