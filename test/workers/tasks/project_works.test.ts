// Method: random paths and works on few tracks; each half millimetre of the path is looked up on its track, and borders may lie only between.
import { describe, expect, it } from "vitest";
import { projectWorks } from "../../../workers/tasks/projection/project_works.ts";
import type { TrackSectionRange } from "../../../workers/tasks/types.ts";
import { makeRandom, type Random, wholeBetween } from "../engine/seeded.ts";

const TRACK_LENGTH_MM = 12;
const DIRECTIONS = ["START_TO_STOP", "STOP_TO_START"] as const;

function drawRanges(random: Random, count_max: number): TrackSectionRange[] {
  return Array.from({ length: wholeBetween(random, 1, count_max) }, () => {
    const ends = [0, 0].map(() => wholeBetween(random, 0, TRACK_LENGTH_MM));
    return {
      track_section: "ABCD"[wholeBetween(random, 0, 3)]!,
      begin: Math.min(...ends),
      end: Math.max(...ends),
      direction: DIRECTIONS[wholeBetween(random, 0, 1)]!,
    };
  });
}

interface Work {
  readonly id: number;
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly obj_id: string;
  readonly work_schedule_type: string;
  readonly track_ranges: readonly TrackSectionRange[];
}

const makeWork = (id: number, track_ranges: readonly TrackSectionRange[]): Work => ({
  id,
  start_date_time: `2026-05-22T0${id}:00:00Z`,
  end_date_time: "2026-05-23T00:00:00Z",
  obj_id: `work.${id}`,
  work_schedule_type: id % 2 === 0 ? "TRACK" : "CATENARY",
  track_ranges,
});

/** For each millimetre of the path, whether the work is there. */
function coverOf(path: readonly TrackSectionRange[], work: Work): boolean[] {
  return path.flatMap(({ track_section, begin, end, direction }) =>
    Array.from({ length: end - begin }, (_, i) => {
      const at = direction === "START_TO_STOP" ? begin + i + 0.5 : end - i - 0.5;
      return work.track_ranges.some(
        (range) => range.track_section === track_section && range.begin < at && at < range.end,
      );
    }),
  );
}

/** Runs of covered millimetres. */
function runsOf(cover: readonly boolean[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  cover.forEach((isCovered, i) => {
    if (!isCovered) return;
    const last = runs.at(-1);
    if (last?.end === i) last.end = i + 1;
    else runs.push({ start: i, end: i + 1 });
  });
  return runs;
}

describe("works on a path", () => {
  it("are where their tracks are, in the order of the path, in either direction", () => {
    const random = makeRandom(5);
    let range_count = 0;
    for (let round = 0; round < 500; round++) {
      const path_track_ranges = drawRanges(random, 6);
      const works = Array.from({ length: 4 }, (_, id) => makeWork(id, drawRanges(random, 4)));
      const outcome = projectWorks({
        works: JSON.stringify(works),
        path_track_ranges,
      });
      if (outcome.kind !== "success") throw new Error(outcome.kind);
      const expected = works.flatMap((work) => {
        const path_position_ranges = runsOf(coverOf(path_track_ranges, work));
        range_count += path_position_ranges.length;
        if (path_position_ranges.length === 0) return [];
        const { work_schedule_type: type, start_date_time, end_date_time } = work;
        return [{ type, start_date_time, end_date_time, path_position_ranges }];
      });
      expect(JSON.parse(outcome.json)).toEqual(expected);
    }
    expect(range_count).toBeGreaterThan(500);
  });

  it("are given up when path and works are on one track thousands of times", () => {
    const again = { track_section: "A", begin: 0, end: 1, direction: "START_TO_STOP" } as const;
    const path_track_ranges = Array.from({ length: 2000 }, () => again);
    const works = JSON.stringify([makeWork(1, path_track_ranges)]);
    expect(projectWorks({ works, path_track_ranges }).kind).toBe("too_many_overlaps");
  });
});
