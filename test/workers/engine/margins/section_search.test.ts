/**
 * Method: on generated lines the search of a section's speed parameter, which draws only what decides
 * it, must accept the midpoint that a plain bisection accepts, and a curve of the same time. The plain
 * one draws every midpoint from its own speeds on and foresees nothing.
 */
import { describe, expect, it } from "vitest";
import { totalTime_us } from "../../../../workers/engine/envelope/envelope.ts";
import { type Core, DRAWN } from "../../../../workers/engine/margins/core.ts";
import { LinearCore } from "../../../../workers/engine/margins/linear.ts";
import { MarecoCore } from "../../../../workers/engine/margins/mareco.ts";
import {
  type Joints,
  openSearch,
  RangeCutter,
  type Section,
} from "../../../../workers/engine/margins/section.ts";
import {
  FOUND,
  SectionSearch,
  type TimeTarget,
} from "../../../../workers/engine/margins/section_search.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun, type PlainRun, STOCK_T } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

const SEEDS = countTries({ few: 150, many: 5000 });
const EVALUATIONS = 29;
const NO_JOINTS: Joints = { left_m_s: Number.NaN, right_m_s: Number.NaN };
type Algorithm = "LINEAR" | "MARECO";
type Line = Partial<PlainRun> & { readonly length_m: number };

function drawLine(random: Random): Line {
  const length_m = wholeBetween(random, 5000, 50_000);
  const steepest_permille = wholeBetween(random, 0, 2) * 8;
  const limits = cutLength(random, length_m, wholeBetween(random, 1, 4));
  const ends = cutLength(random, length_m, wholeBetween(random, 1, 12));
  return {
    length_m,
    limits: limits.map((to_m, i) => [limits[i - 1] ?? 0, to_m, between(random, 12, 50)] as const),
    gradients: ends.map(
      (end_m) => [end_m, between(random, -steepest_permille, steepest_permille)] as const,
    ),
    maxSpeed_m_s: 50,
    stops_m: cutLength(random, length_m, wholeBetween(random, 1, 3)),
    stock: { ...STOCK_T, gamma: { type: random() < 0.5 ? "MAX" : "CONST", value: 0.5 } },
  };
}

/** A core of its own simulator, and the sections of the line's base run. */
function open(line: Line, algorithm: Algorithm) {
  const simulator = new Simulator();
  if (!simulator.buildBase(makeRun(line)).ok) return null;
  const { arena, drawer, stages } = simulator;
  const mareco = new MarecoCore(drawer);
  mareco.reset();
  const core: Core = algorithm === "MARECO" ? mareco : new LinearCore(arena);
  const cutter = new RangeCutter(arena);
  cutter.reset(stages.base, core.capacity_m_s);
  const shape = cutter.cut(0, line.length_m)!;
  const sections: Section[] = [];
  for (let s = 0; ; s++) {
    const section = cutter.sectionOf(shape, s);
    if (section === null) return { arena, drawer, core, sections };
    sections.push(section);
  }
}

/** The first midpoint whose curve takes the wanted time, and that time; null when there is none. */
function bisect(
  opened: NonNullable<ReturnType<typeof open>>,
  section: Section,
  target: TimeTarget,
) {
  const { arena, core } = opened;
  let low_m_s = core.low_m_s;
  let high_m_s = core.highSpeed_m_s(section);
  for (let k = 0; k < EVALUATIONS; k++) {
    const parameter_m_s = (low_m_s + high_m_s) / 2;
    const { nPoints, nParts } = arena;
    if (core.draw(section, parameter_m_s, Infinity) !== DRAWN) return null;
    const time_s = totalTime_us(arena, core.envelope) / 1e6;
    arena.nPoints = nPoints;
    arena.nParts = nParts;
    if (Math.abs(time_s - target.time_s) <= target.tolerance_s) return { parameter_m_s, time_s };
    if (time_s > target.time_s) low_m_s = parameter_m_s;
    else high_m_s = parameter_m_s;
  }
  return null;
}

describe("the search of a section's speed parameter", () => {
  it.each(["LINEAR", "MARECO"] as const)("by %s ends where a plain bisection ends", (algorithm) => {
    let nFound = 0;
    let nSections = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = makeRandom(seed);
      const line = drawLine(random);
      const searched = open(line, algorithm);
      const plain = open(line, algorithm);
      if (searched === null || plain === null) continue;
      const { arena, drawer, core, sections } = searched;
      const search = new SectionSearch(drawer, core);
      for (const [s, section] of sections.entries()) {
        // Twice, as for the provisional and the final run: the second knows what the first evaluated.
        for (let turn = 0; turn < 2; turn++) {
          const time_s = section.time_s * between(random, 1, 1.25);
          const target = { time_s, tolerance_s: between(random, 0.02, 2) };
          const expected = bisect(plain, plain.sections[s]!, target);
          const isFound = search.find(section, NO_JOINTS, target) === FOUND;
          nSections++;
          expect(isFound, `seed ${seed}, section ${s}`).toBe(expected !== null);
          if (expected === null) continue;
          nFound++;
          const { accepted, accepted_m_s } = openSearch(section, NO_JOINTS);
          const found = {
            parameter_m_s: accepted_m_s,
            time_s: totalTime_us(arena, accepted) / 1e6,
          };
          expect(found, `seed ${seed}, section ${s}`).toEqual(expected);
        }
      }
    }
    expect(nFound).toBeGreaterThan(nSections * 0.7);
  });
});
