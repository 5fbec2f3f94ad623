// Method: a network with a faulty object goes in: it is used without the object, says so, and is whole again after its
// repair, as a fresh import of the repaired document is. With `strict` it is refused.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);

type Json = Record<string, unknown>;

/** The detector s1 lies beyond its track. */
function spoil(): Json {
  const network = structuredClone(JUNCTION_RAILJSON) as Record<string, Json[]>;
  const detectors = network["detectors"]!.map((detector) =>
    detector["id"] === "s1" ? { ...detector, position: 9999 } : detector,
  );
  return { ...network, detectors };
}

async function send(body: Json, query = ""): Promise<CallResult> {
  return await api.call("POST", `/infra/railjson?name=n${query}`, body);
}

async function find(infra: number, branch: "N" | "S"): Promise<CallResult> {
  const path_items = branchPath(branch).map(({ id: _, ...place }) => place);
  const body = { ...validPathfinding(), path_items };
  return await api.call("POST", `/infra/${infra}/pathfinding/blocks`, body);
}

describe("a network with a faulty object", () => {
  it("is used without it, says so, and is whole after its repair", async () => {
    const [sound, spoilt] = [await send(JUNCTION_RAILJSON), await send(spoil())];
    expect(spoilt.status, spoilt.text).toBe(201);
    const { infra } = spoilt.json;
    expect((await api.call("GET", `/infra/${infra}`)).json.state).toBe("CACHED");
    const faults = await api.call("GET", `/infra/${infra}/errors?level=errors`);
    expect(faults.json.results.map(({ information }: Json) => information)).toContainEqual({
      obj_type: "Detector",
      obj_id: "s1",
      field: "position",
      is_warning: false,
      error_type: "out_of_range",
      position: 9999,
      expected_range: [0, 4000],
    });
    expect((await find(infra, "N")).text).toBe((await find(sound.json.infra, "N")).text);
    expect((await find(infra, "S")).json.status).not.toBe("success");
    const railjson = { id: "s1", track: "S", position: 2000, extensions: null };
    const patch = [{ op: "replace", path: "/position", value: railjson.position }];
    const edit = [
      { operation_type: "UPDATE", obj_id: "s1", obj_type: "Detector", railjson_patch: patch },
    ];
    expect((await api.call("POST", `/infra/${infra}`, edit)).status).toBe(200);
    for (const branch of ["N", "S"] as const) {
      const answer = await find(infra, branch);
      expect(answer.json.status).toBe("success");
      expect(answer.text).toBe((await find(sound.json.infra, branch)).text);
    }
  });

  it("is refused with `strict`, with the place of each fault; one without fault is not", async () => {
    const refused = await send(spoil(), "&strict=true");
    expect(refused.status).toBe(422);
    expect(refused.json.context.faults).toContainEqual({
      path: "/detectors/2/position",
      reason: "out_of_range",
    });
    expect((await send(JUNCTION_RAILJSON, "&strict=true")).status).toBe(201);
  });
});
