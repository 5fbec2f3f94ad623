// Method: as in the run end to end, by the other Nodes that `engines` names.
import { expect, it } from "vitest";
import { runOnNode } from "./helpers/other_node.ts";

it.each([22, 26] as const)(
  "Node %i does what README says, and speaks HTTP by itself",
  async (major) => {
    expect(await runOnNode(major)).toBe("");
  },
);
