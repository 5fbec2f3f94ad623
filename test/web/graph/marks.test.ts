// Method: conflicts worked out by hand; a trial and its inverse.
import { describe, expect, it } from "vitest";
import { applyTrial, type SentConflict } from "../../../web/src/graph/marks.ts";

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
