// Method: objects with and without each of their names; ids of the page, of libraries and of people.
import { describe, expect, it } from "vitest";
import { callOf, nameOf, printId } from "../../../web/src/editor/edits/edits.ts";

describe("what an object of a network is called", () => {
  it("is its own name where it has one", () => {
    const id = "TrackSection_f0cf12ab-90fe";
    const sncf = { track_name: "", label: "" };
    expect([
      nameOf({ id, extensions: { identifier: { name: "Grandval" }, sncf } }),
      nameOf({ id, extensions: { sncf: { ...sncf, track_name: "2" } } }),
      nameOf({ id, extensions: { sncf: { ...sncf, label: "P 3" } } }),
      nameOf({ id, extensions: { sncf } }),
      nameOf({ id, extensions: { sncf: null } }),
      nameOf({ id, extensions: null }),
      nameOf({ id }),
    ]).toEqual(["Grandval", "2", "P 3", "f0cf", "f0cf", "f0cf", "f0cf"]);
  });

  it("has its type in a sentence where only the beginning of its id is left", () => {
    expect([
      callOf("TrackSection", { id: "TrackSection_f0cf12ab-90fe" }),
      callOf("TrackSection", { id: "A" }),
      callOf("Signal", { id: "Signal_f0cf12ab-90fe", extensions: { sncf: { label: "P 3" } } }),
    ]).toEqual(["Track section f0cf", "A", "P 3"]);
  });

  it("is the beginning of an id that a machine made, and all of one that a person wrote", () => {
    for (const id of ["TA0", "T.ABR.3.1", "signal-2", "Track_12", "f0cf", "", "é 東"]) {
      expect(printId(id)).toBe(id);
    }
    expect(printId("f0cf12ab-90fe-4c11-8a2b-0123456789ab")).toBe("f0cf");
    expect(printId("Signal_0a1b2c3d-4e5f")).toBe("0a1b");
  });
});
