// Method: places printed and read again; texts of links that somebody has cut or written by hand.
import { expect, it } from "vitest";
import { printPlace, readPlace } from "../../../web/src/map/place.ts";

it("reads what it prints", () => {
  const place = { lon: -2.5, lat: 48.123456, zoom: 13.25 };
  expect(readPlace(printPlace(place))).toEqual(place);
});

it("takes nothing else for a place", () => {
  for (const text of [
    "",
    "48_2",
    "48_2_",
    "x_2_3",
    "95_2_3",
    "48_200_3",
    "48_2_-1",
    "48_2_99",
    "48_2_3_4",
  ]) {
    expect(readPlace(text)).toBe(null);
  }
});
