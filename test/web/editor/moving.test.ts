// Method: points between two parallel tracks, against the distances that one can see.
import { describe, expect, it } from "vitest";
import { movePoint } from "../../../web/src/editor/edits/moving.ts";
import { drawTrack, type Section, type Track } from "../../../web/src/map/tracks.ts";

function track(id: string, lat: number): Track {
  const section: Section = {
    id,
    length: 1000,
    geo: {
      coordinates: [
        [0, lat],
        [0.01, lat],
      ],
    },
  };
  const drawn = drawTrack(section);
  if (drawn === null) throw new Error("no line");
  return drawn;
}

describe("a point that is moved", () => {
  const tracks = [track("own", 0), track("other", 0.0001)];
  const signal = { id: "s", track: "own", position: 10 };
  const width = 360;

  it("goes to the nearest track, along it", () => {
    const to = (lat: number) => movePoint(signal, [0.005, lat], { tracks, stick: 0 });
    expect(to(0.00004)).toEqual({ ...signal, position: 500 });
    expect(to(0.00006)).toEqual({ ...signal, track: "other", position: 500 });
  });

  it("stays on its own while another one is hardly nearer", () => {
    const stick = 0.00003 / width;
    const to = (lat: number) => movePoint(signal, [0.002, lat], { tracks, stick });
    expect(to(0.00006)).toEqual({ ...signal, position: 200 });
    expect(to(0.00007)).toEqual({ ...signal, track: "other", position: 200 });
  });

  it("stays where it is without a track", () => {
    expect(movePoint(signal, [0, 0], { tracks: [], stick: 0 })).toBe(signal);
  });
});
