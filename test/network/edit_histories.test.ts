// Method: seeded histories of operations, splits and clones; see edit_histories.ts. Many more seeds: edit_histories.long.test.ts.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { compareHistory } from "./edit_histories.ts";

const api = opened(startTestApi);

describe("a history of edits", () => {
  it.each(Array.from({ length: 15 }, (_, seed) => seed))(
    "makes the network that a fresh import of it is: seed %i",
    async (seed) => {
      await compareHistory(api, seed);
      expect(api.compute.runs).toContain("read_network");
    },
  );

  it("compiled some of its networks from the ones before", () => {
    expect(api.compute.runs).toContain("change_infra");
  });
});
