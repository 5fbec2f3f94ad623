// Method: the yardstick's result, to the last bit.
import { expect, it } from "vitest";
import { makeYardstick } from "../../bench/yardstick.ts";

it("the yardstick of the benches is what it was: figures of different days can be compared", () => {
  const run = makeYardstick();
  expect(run()).toBe(9648956.10982658);
  expect(run()).toBe(9648956.10982658);
});
