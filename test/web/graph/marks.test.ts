// Method: conflicts worked out by hand; a trial and its inverse.
import { describe, expect, it } from "vitest";
import {
  applyTrial,
  ConflictNumbers,
  type PlacedWay,
  placeConflicts,
  type SentConflict,
} from "../../../web/src/graph/drawing/marks.ts";

function conflictOf(train: number, start: string): SentConflict {
  return {
    train_schedule_ids: [train, 9],
    paced_train_occurrence_ids: [{ paced_train_id: 70, index: 2 }],
    work_schedule_ids: [],
    start_time: `2026-03-02T${start}:00Z`,
    end_time: "2026-03-02T12:00:00Z",
    conflict_type: "Spacing",
    requirements: [
      { zone: "z1", start_time: `2026-03-02T${start}:00Z`, end_time: "2026-03-02T12:00:00Z" },
    ],
  };
}

describe("what a trial makes of the conflicts", () => {
  const [kept, gone, fresh] = [
    conflictOf(1, "08:00"),
    conflictOf(2, "08:00"),
    conflictOf(2, "08:05"),
  ];

  it("is without those that go, with those that come", () => {
    const trial = { gone: [structuredClone(gone)], new: [fresh] };
    expect(applyTrial([kept, gone], trial)).toEqual([kept, fresh]);
  });

  it("is what was there when the trial is taken back", () => {
    const after = applyTrial([kept, gone], { gone: [gone], new: [fresh] });
    expect(applyTrial(after, { gone: [fresh], new: [gone] })).toEqual([kept, gone]);
  });

  it("keeps one that another occurrence of the same paced train has", () => {
    const other = { ...gone, paced_train_occurrence_ids: [{ paced_train_id: 70, index: 3 }] };
    expect(applyTrial([other], { gone: [gone], new: [] })).toEqual([other]);
  });
});

describe("conflicts on the axis", () => {
  function wayTo(to_mm: number): PlacedWay {
    const zone = { zone: "z1", from_mm: 0, to_mm };
    return {
      zones: new Map([["z1", zone]]),
      scale: { from: Float64Array.of(0, 1000), to: Float64Array.of(0, 1) },
    };
  }
  const sent = [conflictOf(2, "09:00"), conflictOf(1, "08:00")];
  const [near, far] = [[wayTo(100)], [wayTo(1000)]];

  it("are the same objects as long as numbers and ways are, and the others as if they were new", () => {
    const numbers = new ConflictNumbers();
    const first = placeConflicts(sent, near, numbers);
    expect(first.map(({ number, runs }) => [number, runs[0]])).toEqual([
      [1, "train_schedule 1"],
      [2, "train_schedule 2"],
    ]);
    const more = [conflictOf(3, "07:00"), ...sent];
    const second = placeConflicts(more, near, numbers);
    expect(second.map(({ number }) => number)).toEqual([3, 1, 2]);
    expect(second.slice(1).every((one, i) => one === first[i])).toBe(true);
    for (const ways of [far, near]) {
      expect(placeConflicts(more, ways)).toEqual(placeConflicts(structuredClone(more), ways));
    }
    expect(placeConflicts(more, far)[0]?.areas).not.toEqual(second[0]?.areas);
  });
});
