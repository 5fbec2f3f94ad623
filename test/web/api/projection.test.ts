// Method: a server that refuses whole requests for one deleted train, as the real one does; what is found and how often it is asked.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Sent } from "../../../web/src/api/projection.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const MEANS = {
  setting: {
    infra_id: 2,
    electrical_profile_set_id: null,
    work_schedule_group_id: null,
    temporary_speed_limit_group_id: null,
  },
  signal: new AbortController().signal,
  run: "final",
} as const;

/** What is found of trains 1 to `count`, some of which are deleted, and the number of requests. */
async function project(
  kind: "train_schedule" | "paced_train",
  count: number,
  isDeleted: (id: number) => boolean,
): Promise<{ readonly found: number[]; readonly asked: number }> {
  let asked = 0;
  vi.stubGlobal("document", { baseURI: "https://marey.test/planner/" });
  vi.stubGlobal("fetch", async (request: Request) => {
    asked++;
    const { ids } = (await request.json()) as { readonly ids: readonly number[] };
    const missing = ids.filter(isDeleted).length;
    const [type, context] =
      kind === "train_schedule"
        ? ["editoast:train_schedule:BatchTrainScheduleNotFound", { number: missing }]
        : ["editoast:paced_train:BatchNotFound", { count: missing }];
    if (missing > 0) {
      return Response.json({ status: 404, type, context, message: "gone" }, { status: 404 });
    }
    const run = { space_time_curves: [], paced_train: [], exceptions: {} };
    return Response.json(Object.fromEntries(ids.map((id) => [id, run])));
  });
  const { projectOnWay } = await import("../../../web/src/api/projection.ts");
  const ids = Array.from({ length: count }, (_one, i) => i + 1);
  const found: ReadonlyMap<number, Sent> = await projectOnWay(kind, ids, { ranges: [] }, MEANS);
  return { found: [...found.keys()], asked };
}

describe("projecting trains of which some are deleted meanwhile", () => {
  it.each(["train_schedule", "paced_train"] as const)(
    "of kind %s finds all others",
    async (kind) => {
      const { found, asked } = await project(kind, 300, (id) => id === 7 || id === 8 || id === 299);
      expect(found).toEqual(
        Array.from({ length: 300 }, (_one, i) => i + 1).filter((id) => ![7, 8, 299].includes(id)),
      );
      expect(asked).toBeLessThan(2 * 3 * Math.log2(300));
    },
  );

  it("asks once where none is left", async () => {
    expect(await project("train_schedule", 500, () => true)).toEqual({ found: [], asked: 1 });
  });
});
