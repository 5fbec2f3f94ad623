// Method: stations whose tracks are drawn side by side, in any order and direction, turned in all directions.
import { describe, expect, it } from "vitest";
import { nameTracks } from "../../../web/src/api/track_numbers.ts";

/** A straight track of 1 km, so many units to the right of a line that heads to `degrees`. */
function track(id: string, right: number, degrees: number, { name = "", is_back = false } = {}) {
  const turn = (degrees * Math.PI) / 180;
  const [dx, dy] = [Math.sin(turn), Math.cos(turn)];
  const at = (along: number): [number, number] => {
    const [x, y] = [along * dx + right * dy, along * dy - right * dx];
    return [2 + x / 1000 / Math.cos((48 * Math.PI) / 180), 48 + y / 1000];
  };
  const coordinates = is_back ? [at(9), at(0)] : [at(0), at(9)];
  const extensions = name === "" ? { sncf: null } : { sncf: { track_name: name } };
  return { id, length: 1000, geo: { coordinates }, extensions };
}
const part = (id: string, position = 500) => ({ track: id, position });

describe("a station's tracks", () => {
  it("have numbers from left to right of its first track's direction, however that lies", () => {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const tracks = [
        track("d", 0, degrees),
        track("a", 0.2, degrees, { is_back: true }),
        track("c", -0.1, degrees),
        track("b", 0.1, degrees),
      ];
      const parts = [part("d"), part("a", 480), part("b"), part("c", 520)];
      const names = Object.fromEntries(nameTracks(parts, tracks).map(({ id, name }) => [id, name]));
      expect([degrees, names]).toEqual([degrees, { c: "1", d: "2", b: "3", a: "4" }]);
    }
  });

  it("keep their own names, which no number repeats, and equal places go by id", () => {
    const tracks = [track("b", 0, 90), track("a", 0, 90), track("c", 1, 90, { name: "2" })];
    const parts = [part("b"), part("a"), part("c")];
    expect(nameTracks(parts, tracks)).toEqual([
      { id: "a", name: "1", is_numbered: true },
      { id: "b", name: "2′", is_numbered: true },
      { id: "c", name: "2" },
    ]);
    expect(nameTracks([], [])).toEqual([]);
  });
});
