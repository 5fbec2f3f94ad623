// Method: a change in which every field that can't be empty is null, as clients print what they do not set, leaves the record as it was; what the stock editor and the summaries read beside.
import { describe, expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { validStock } from "../../platform/http/rules/valid_forms.ts";
import { clientTrain, makeClientWorld } from "./client_world.ts";

const clients = opened(makeClientWorld);

type Json = Record<string, unknown>;

const make = async (method: string, path: string, body?: unknown) =>
  (await clients.api.make(method, path, body)).json;

/** Without what any change changes. */
function lasting({
  last_modification: _,
  project: _project,
  study: _study,
  ...record
}: Json): Json {
  return record;
}

describe("null is no value for", () => {
  it("fields of a project, a study and a scenario that can't be empty", async () => {
    const named = { name: "Coast", tags: ["west"] };
    const project = await make("POST", "/projects", { ...named, budget: 3 });
    const studies = `/projects/${project.id}/studies`;
    const study = await make("POST", studies, { ...named, state: "started" });
    const scenarios = `${studies}/${study.id}/scenarios`;
    const scenario = await make("POST", scenarios, {
      ...named,
      description: "All",
      infra_id: clients.ids["infra"],
      timetable_id: clients.ids["timetable"],
    });
    const nothing = { name: null, tags: null };
    const changed = [
      await make("PATCH", `/projects/${project.id}`, nothing),
      await make("PATCH", `${studies}/${study.id}`, { ...nothing, state: null }),
      await make("PATCH", `${scenarios}/${scenario.id}`, {
        ...nothing,
        infra_id: null,
        description: null,
      }),
    ];
    const kept = [{ ...project, studies_count: 1 }, { ...study, scenarios_count: 1 }, scenario];
    expect(changed.map(lasting)).toEqual(kept.map(lasting));
    expect((await make("PATCH", `/projects/${project.id}`, { budget: null })).budget).toBeNull();
  });

  it("what the form of a rolling stock may leave out", async () => {
    const form = validStock({ name: "plain" });
    const { id } = await make("POST", "/rolling_stock", form);
    const before = await make("GET", `/rolling_stock/${id}`);
    const after = await make("PATCH", `/rolling_stock/${id}`, {
      ...form,
      power_restrictions: null,
      energy_sources: null,
      primary_category: null,
      other_categories: null,
      locked: null,
    });
    expect({ ...after, version: before.version }).toEqual({
      ...before,
      power_restrictions: {},
      energy_sources: [],
    });
  });

  it("the timetable of a train that is replaced", async () => {
    const { train, paced_train } = clients.ids;
    const paced = { paced: { time_window: "PT1H", interval: "PT15M" }, exceptions: [] };
    for (const [path, form] of [
      [`/train_schedule/${train}`, clientTrain()],
      [`/paced_train/${paced_train}`, clientTrain(paced)],
    ] as const) {
      const before = await make("GET", path);
      await make("PUT", path, { ...form, timetable_id: null });
      expect((await make("GET", path)).timetable_id).toBe(before.timetable_id);
    }
  });
});

describe("voltages of everything", () => {
  it("are those of networks and the electric modes of rolling stocks, each once", async () => {
    type Curves = { readonly modes: Json; readonly default_mode: string };
    const { modes, default_mode } = validStock()["effort_curves"] as Curves;
    const mode = modes[default_mode];
    await make("POST", "/rolling_stock", {
      ...validStock({ name: "far away" }),
      effort_curves: { default_mode, modes: { ...modes, "3000V": mode } },
    });
    const infra: string[] = await make("GET", `/infra/${clients.ids["infra"]}/voltages`);
    const all: string[] = await make("GET", "/infra/voltages");
    expect(all).toEqual([...new Set<string>([...infra, default_mode, "3000V"])].sort());
    expect(infra).not.toContain("3000V");
  });
});

describe("a summary of a train that constraints leave without a path", () => {
  it("tells clients of 2024 the path without them, others when they ask for it", async () => {
    const lost = clientTrain({ rolling_stock_name: "dc only" });
    const curves = validStock()["effort_curves"] as { modes: Record<string, unknown> };
    const [mode] = Object.values(curves.modes);
    await make("POST", "/rolling_stock", {
      ...validStock({ name: "dc only" }),
      effort_curves: { default_mode: "600V", modes: { "600V": mode } },
    });
    const { infra, timetable } = clients.ids;
    const [first, second] = await make("POST", `/timetable/${timetable}/train_schedules`, [
      lost,
      lost,
    ]);
    const path = await make("GET", `/train_schedule/${first.id}/path?infra_id=${infra}`);
    expect(path.relaxed_constraints_path.track_section_ranges.length).toBeGreaterThan(0);
    const { status: _, failed_status: status, ...failure } = path;
    const body = { infra_id: infra, ids: [first.id, second.id] };
    const told = { [first.id]: { status, ...failure }, [second.id]: { status, ...failure } };
    const ours = "/train_schedule/simulations_summary";
    expect(await make("POST", "/train_schedule/simulation_summary", body)).toEqual(told);
    expect(await make("POST", ours, { ...body, relaxed_paths: true })).toEqual(told);
    const { relaxed_constraints_path: _path, ...bare } = failure;
    const short = await make("POST", ours, body);
    expect(short[first.id]).toEqual({ status, ...bare });
  });

  it("tells it of paced trains, too", async () => {
    const { infra, timetable } = clients.ids;
    const paced = { paced: { time_window: "PT1H", interval: "PT15M" }, exceptions: [] };
    const lost = clientTrain({ rolling_stock_name: "dc only", ...paced });
    const [{ id }] = await make("POST", `/timetable/${timetable}/paced_trains`, [lost]);
    const body = { infra_id: infra, ids: [id] };
    const { [id]: told } = await make("POST", "/paced_train/simulation_summary", body);
    expect(told.paced_train.relaxed_constraints_path.length).toBeGreaterThan(0);
  });
});
