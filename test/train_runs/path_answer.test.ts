// Method: table of every outcome of a search beside the answer that interface.md 10.1 prints for it.
import { describe, expect, it } from "vitest";
import {
  type PathFailure,
  type PathKeys,
  printFailure,
} from "../../src/train_runs/path/path_answer.ts";
import type { FoundPath } from "../../workers/tasks/types.ts";

const FOUND: FoundPath = {
  packed: new SharedArrayBuffer(8),
  length_mm: 1000,
  item_positions_mm: [0, 1000],
};
const RELAXED: PathKeys = {
  blocks: ["block.1"],
  routes: ["rt.1"],
  track_section_ranges: [{ track_section: "T", begin: 0, end: 1000, direction: "START_TO_STOP" }],
  length: 1000,
  path_item_positions: [0, 1000],
};
const ITEMS = [
  { track: "T", offset: 0 },
  { uic: 99, secondary_code: null },
] as const;

const FAILURES: readonly (readonly [PathFailure, unknown])[] = [
  [
    { kind: "rolling_stock_not_found", rolling_stock_name: "X" },
    {
      failed_status: "pathfinding_input_error",
      error_type: "rolling_stock_not_found",
      rolling_stock_name: "X",
    },
  ],
  [
    { kind: "not_enough_path_items" },
    { failed_status: "pathfinding_input_error", error_type: "not_enough_path_items" },
  ],
  [
    { kind: "invalid_path_items", item_indices: [1] },
    {
      failed_status: "pathfinding_input_error",
      error_type: "invalid_path_items",
      items: [{ index: 1, path_item: { uic: 99, secondary_code: null } }],
    },
  ],
  [
    { kind: "not_found_in_blocks" },
    {
      failed_status: "pathfinding_not_found",
      error_type: "not_found_in_blocks",
      track_section_ranges: [],
      length: 0,
    },
  ],
  [
    {
      kind: "incompatible_constraints",
      relaxed_path: FOUND,
      electrification_ranges: [{ start_mm: 0, end_mm: 10, value: "1500V" }],
      gauge_ranges: [{ start_mm: 10, end_mm: 20 }],
      signaling_system_ranges: [{ start_mm: 20, end_mm: 30, value: "BAL" }],
    },
    {
      failed_status: "pathfinding_not_found",
      error_type: "incompatible_constraints",
      relaxed_constraints_path: RELAXED,
      incompatible_constraints: {
        incompatible_electrification_ranges: [{ range: { start: 0, end: 10 }, value: "1500V" }],
        incompatible_gauge_ranges: [{ range: { start: 10, end: 20 } }],
        incompatible_signaling_system_ranges: [{ range: { start: 20, end: 30 }, value: "BAL" }],
      },
    },
  ],
  [
    {
      kind: "internal_error",
      error: { type: "core:bad", message: "no", context: { at: 3 } },
    },
    {
      failed_status: "internal_error",
      core_error: { status: 500, type: "core:bad", context: { at: 3 }, message: "no" },
    },
  ],
];

describe("the answer of a search", () => {
  it.each(FAILURES)("prints the failure %o as the page does", (failure, expected) => {
    expect(printFailure(failure, { items: ITEMS, relaxed: RELAXED })).toEqual(expected);
  });
});
