// Method: what a network lacks is asked for over HTTP and posted as it is: the network is complete then, and a train has a path.
import { describe, expect, it } from "vitest";
import { remove } from "../helpers/edit_operations.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";
import { openEditedNetworks } from "./edited_networks.ts";

type Json = Record<string, unknown>;

const { api, draw, edit, read } = openEditedNetworks();

describe("the proposal", () => {
  it("of what is missing is a list that completes the network when it is posted, and undoes it", async () => {
    const bare = { ...TINY_RAILJSON, routes: [], signals: [], detectors: [], buffer_stops: [] };
    const infra = await draw(bare);
    const asked = "/completion?detector_spacing=400&signaling_system=TVM300";
    const { operations, report } = await read(infra, asked);
    const codes = report.map(({ code, count }: Json) => [code, count]);
    const countOf = (type: string): number =>
      operations.filter(({ obj_type }: Json) => obj_type === type).length;
    expect(new Set(operations.map(({ operation_type }: Json) => operation_type))).toEqual(
      new Set(["CREATE"]),
    );
    expect(codes).toEqual([
      ["buffer_stops_completed", 2],
      ["detectors_completed", countOf("Detector")],
      ["signals_completed", countOf("Signal")],
      ["routes_completed", countOf("Route")],
    ]);
    const systems = operations.flatMap(({ railjson }: { railjson: Json }) =>
      ((railjson["logical_signals"] ?? []) as Json[]).map((one) => one["signaling_system"]),
    );
    expect(new Set(systems)).toEqual(new Set(["TVM300"]));
    const posted = await edit(infra, operations);
    expect(posted.status, posted.text).toBe(200);
    expect((await read(infra, "/errors")).results).toEqual([]);
    expect(await read(infra, asked)).toEqual({ operations: [], report: [] });
    const path = await api.make("POST", `/infra/${infra}/pathfinding/blocks`, {
      ...validPathfinding(),
      rolling_stock_supported_signaling_systems: ["TVM300"],
      path_items: [
        { track: "A", offset: 100_000 },
        { track: "B", offset: 900_000 },
      ],
    });
    expect(path.json).toMatchObject({ status: "success", length: 1_800_000 });
    const deletions = operations.map(
      ({ obj_type, railjson }: { obj_type: string; railjson: Json }) =>
        remove(String(railjson["id"]), obj_type),
    );
    expect((await edit(infra, deletions)).status).toBe(200);
    expect(await read(infra, "/railjson")).toEqual(bare);
  });

  it("of a completion by options that are none is refused", async () => {
    const infra = await draw();
    for (const query of ["detector_spacing=1", "signaling_system=ETCS", "detector_spacing=x"]) {
      expect((await api.call("GET", `/infra/${infra}/completion?${query}`)).status).toBe(400);
    }
  });
});
