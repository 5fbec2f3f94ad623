// Method: edits made by the page's own operations; what is told is compared with what was put in.
import { describe, expect, it } from "vitest";
import { tellEdit } from "../../../web/src/editor/edit_values.ts";
import type { RailObject } from "../../../web/src/editor/edits/edits.ts";
import {
  create,
  invert,
  keyOf,
  remove,
  targetOf,
  update,
} from "../../../web/src/editor/edits/edits.ts";

const track: RailObject = { id: "A", length: 1000, slopes: [{ begin: 0, gradient: 3 }] };

function edit(operations: Parameters<typeof invert>[0], before: RailObject, after: RailObject) {
  const key = operations[0] === undefined ? "" : keyOf(targetOf(operations[0]));
  const inverse = invert(operations, new Map([[key, before]]), new Map([[key, after]]));
  return { name: "edit", operations, inverse };
}

describe("an edit", () => {
  it("tells the old and the new value of every field that it changes", () => {
    const after = {
      ...track,
      length: 1010,
      slopes: [{ begin: 0, gradient: 4 }],
      extensions: "more",
    };
    const told = tellEdit(edit([update("TrackSection", track, after)], track, after));
    expect(told).toEqual([
      { field: "Track section A: Length (m)", old: "1000", new: "1010" },
      { field: "Track section A: Slopes 1 Gradient (‰)", old: "3", new: "4" },
      { field: "Track section A: More", old: "", new: "more" },
    ]);
  });

  it("tells what was taken away", () => {
    const { length: _gone, ...after } = track;
    expect(tellEdit(edit([update("TrackSection", track, after)], track, after))).toEqual([
      { field: "Track section A: Length (m)", old: "1000", new: "" },
    ]);
  });

  it("tells all of what is made or deleted, also beside others", () => {
    const text = JSON.stringify(track);
    const made = edit([create("TrackSection", track)], track, track);
    expect(tellEdit(made)).toEqual([{ field: "Track section A", old: "", new: text }]);
    const gone = edit([remove("TrackSection", "A")], track, track);
    expect(tellEdit(gone)).toEqual([{ field: "Track section A", old: text, new: "" }]);
    const other: RailObject = { id: "B", length: 5 };
    const both = invert(
      [create("TrackSection", other), remove("TrackSection", "A")],
      new Map([["TrackSection A", track]]),
      new Map(),
    );
    const operations = [create("TrackSection", other), remove("TrackSection", "A")];
    expect(tellEdit({ name: "both", operations, inverse: both }).map((one) => one.old)).toEqual([
      "",
      text,
    ]);
  });
});
