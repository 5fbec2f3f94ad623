// Method: this README's commands and all tests of HTTP, run by the Node that a fresh machine has; the others are in the long run.
import { expect, it } from "vitest";
import { runOnNode } from "./helpers/other_node.ts";
import { scaled } from "./helpers/pace.ts";

it(
  "Node 24 does what README says, and speaks HTTP by itself",
  async () => {
    expect(await runOnNode(24)).toBe("");
  },
  scaled(600_000),
);
