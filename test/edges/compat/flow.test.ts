// Method: the whole way of the front-end of 2024 through a scenario (interface.md 12), over real HTTP with its prefix, trailing slashes, batch sizes and the header of its gateway; each answer has exactly the keys that it reads.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { listServed } from "../../../src/server/endpoints.ts";
import { openWorld, ROLES, type World } from "../../accounts/authz/world.ts";
import { branchPath, JUNCTION_RAILJSON } from "../../helpers/junction_railjson.ts";
import { makeServices } from "../../helpers/services.ts";
import { validStock } from "../../platform/http/rules/valid_forms.ts";
import { clientTrain } from "./client_world.ts";
import { PROJECTION_KEYS, SUMMARY_KEYS, TRAIN_KEYS } from "./clients.ts";

const PAGE_KEYS = ["count", "current", "next", "page_count", "page_size", "previous", "results"];
const INFRA_KEYS = [
  "created",
  "generated_version",
  "id",
  "locked",
  "modified",
  "name",
  "railjson_version",
  "state",
  "version",
];
const SCENARIO_KEYS = [
  "creation_date",
  "description",
  "id",
  "infra_id",
  "infra_name",
  "last_modification",
  "name",
  "project",
  "study",
  "study_id",
  "tags",
  "timetable_id",
  "trains_count",
];
const PATH_KEYS = [
  "blocks",
  "length",
  "path_item_positions",
  "routes",
  "status",
  "track_section_ranges",
];
const CONFLICT_KEYS = [
  "conflict_type",
  "end_time",
  "paced_train_occurrence_ids",
  "requirements",
  "start_time",
  "train_ids",
  "train_schedule_ids",
  "work_schedule_ids",
];
/** The keys that they read, and `braking_j` and `traction_j` of ours. */
const REPORT_KEYS = [
  "braking_j",
  "energy_consumption",
  "path_item_times",
  "positions",
  "speeds",
  "times",
  "traction_j",
];
const FINAL_KEYS = [
  ...REPORT_KEYS,
  "routing_requirements",
  "signal_sightings",
  "spacing_requirements",
  "zone_updates",
].sort();
const TRAINS = 23;
const SUMMARY_BATCH = 10;
const PROJECTION_BATCH = 5;

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

let world: World;
let server: HttpServer;
/** What the user has made; each step of the way goes on from the one before. */
const at = {
  project: 0,
  study: 0,
  infra: 0,
  timetable: 0,
  scenario: 0,
  stock: 0,
  trains: [] as number[],
};

beforeAll(async () => {
  world = await openWorld();
  const services = makeServices({
    db: world.db,
    env: { PORT: "0", AUTHORIZATION: "enforce", X_REMOTE_USER: "on" },
    services: { roles: ROLES },
  });
  const dispatch = createDispatch(services, listServed(services.config));
  const onError = (error: unknown): void => {
    throw error;
  };
  server = await startServer({ config: services.config, dispatch, onError });
  await world.caller(
    ["operational-studies:write", "infra:write", "rolling-stock:write"],
    "oidc/planner",
  );
});
afterAll(async () => {
  await server.stop(1000);
  await world.close();
});

/** One call of the front-end; throws what it would show as an error. */
async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    method,
    headers: {
      "x-remote-user": "oidc/planner",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

const keys = (value: object): string[] => Object.keys(value).sort();

function batches(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) =>
    ids.slice(i * size, (i + 1) * size),
  );
}

function studies(): string {
  return `/projects/${at.project}/studies`;
}

function summaryBody(ids: readonly number[]): object {
  return { infra_id: at.infra, electrical_profile_set_id: null, ids };
}

describe("a planner with the front-end of 2024", () => {
  it("finds the version, an empty home and makes a project and a study", async () => {
    expect(keys(await ask("GET", "/version"))).toEqual(["git_describe"]);
    expect(keys(await ask("GET", "/version/core"))).toEqual(["git_describe"]);
    const roles = await ask("GET", "/authz/roles/me");
    expect(roles.builtin).toEqual(
      expect.arrayContaining(["OpsWrite", "InfraWrite", "TimetableRead"]),
    );
    const home = "/projects/?ordering=LastModifiedDesc&page=1&page_size=1000";
    expect(await ask("GET", home)).toMatchObject({ count: 0, results: [] });
    const project = await ask("POST", "/projects/", {
      name: "Coast",
      description: "",
      objectives: "",
      funders: "",
      budget: 0,
      tags: [],
    });
    at.project = project.id;
    const listed = await ask("GET", home);
    expect(keys(listed)).toEqual(PAGE_KEYS);
    expect(listed.results).toEqual([project]);
    const study = await ask("POST", `${studies()}/`, {
      name: "2025",
      state: "started",
      study_type: "timeTables",
      description: "",
      budget: 0,
      tags: [],
      start_date: "2024-10-22",
      expected_end_date: null,
      actual_end_date: null,
    });
    at.study = study.id;
    expect(await ask("GET", `${studies()}/${study.id}/`)).toMatchObject({
      scenarios_count: 0,
      project: { id: at.project },
    });
  });

  it("imports a network and makes a rolling stock", async () => {
    const { infra } = await ask("POST", "/infra/railjson/?name=junction", JUNCTION_RAILJSON);
    at.infra = infra;
    const collection = await ask("POST", "/rolling_stock_collection", { name: "mine" });
    const stock = await ask(
      "POST",
      `/rolling_stock/?locked=false&rolling_stock_collection_id=${collection.id}`,
      // Keys that only older forms have.
      { ...validStock({ name: "electric" }), railjson_version: "3.2" },
    );
    at.stock = stock.id;
    const light = await ask("GET", "/light_rolling_stock/?page=1&page_size=1000");
    expect(keys(light)).toEqual(PAGE_KEYS);
    expect(light.results.map(({ id }: { id: number }) => id)).toContain(stock.id);
    expect((await ask("GET", "/rolling_stock/name/electric/")).id).toBe(stock.id);
    expect((await ask("GET", `/rolling_stock/${stock.id}/`)).liveries).toEqual([]);
  });

  it("makes a scenario with a timetable of its own", async () => {
    const infras = await ask("GET", "/infra/?page_size=1000");
    expect(keys(infras)).toEqual(PAGE_KEYS);
    expect(infras.results.map(({ name }: { name: string }) => name)).toContain("junction");
    expect(await ask("GET", "/electrical_profile_set/")).toEqual([]);
    const made = await ask("POST", "/timetable/");
    expect(keys(made)).toEqual(["timetable_id"]);
    at.timetable = made.timetable_id;
    const scenario = await ask("POST", `${studies()}/${at.study}/scenarios/`, {
      name: "base",
      description: "",
      infra_id: at.infra,
      timetable_id: at.timetable,
      tags: [],
    });
    at.scenario = scenario.id;
    const read = await ask("GET", `${studies()}/${at.study}/scenarios/${scenario.id}/`);
    expect(keys(read)).toEqual(SCENARIO_KEYS);
    expect(read).toEqual(scenario);
  });

  it("waits until the network is loaded", async () => {
    const infra = await ask("GET", `/infra/${at.infra}/`);
    expect(keys(infra)).toEqual(INFRA_KEYS);
    expect(infra.state).toBe("CACHED");
    expect(await ask("POST", `/infra/${at.infra}/load/`)).toBeNull();
  });

  it("adds trains, and reads them by the ids of the timetable", async () => {
    expect(await ask("GET", `/timetable/${at.timetable}/`)).toEqual({
      timetable_id: at.timetable,
      train_ids: [],
    });
    const forms = Array.from({ length: TRAINS }, (_, i) =>
      clientTrain({
        train_name: `86${String(i).padStart(2, "0")}`,
        path: branchPath(i % 2 === 0 ? "N" : "S"),
        start_time: new Date(Date.UTC(2024, 9, 22, 8, i)).toISOString(),
      }),
    );
    const made = await ask("POST", `/timetable/${at.timetable}/train_schedule/`, forms);
    const { train_ids } = await ask("GET", `/timetable/${at.timetable}/`);
    expect(train_ids).toEqual(made.map(({ id }: { id: number }) => id));
    at.trains = train_ids;
    const read = await ask("POST", "/train_schedule/", { ids: train_ids });
    expect(read).toEqual(made);
    for (const [i, train] of read.entries()) {
      expect(keys(train)).toEqual(TRAIN_KEYS);
      expect(train).toMatchObject({
        train_name: forms[i]?.["train_name"],
        constraint_distribution: "STANDARD",
        category: null,
      });
      for (const item of train.path)
        expect(keys(item)).toEqual(["deleted", "id", "offset", "track"]);
      for (const item of train.schedule) {
        expect(keys(item)).toEqual(["arrival", "at", "locked", "reception_signal", "stop_for"]);
      }
    }
    const list = await ask("GET", `${studies()}/${at.study}/scenarios/?page_size=1000`);
    expect(list.results).toMatchObject([{ id: at.scenario, trains_count: TRAINS }]);
  });

  it("gets summaries ten at a time", async () => {
    const told: Record<string, Answer> = {};
    for (const ids of batches(at.trains, SUMMARY_BATCH)) {
      Object.assign(
        told,
        await ask("POST", "/train_schedule/simulation_summary/", summaryBody(ids)),
      );
    }
    expect(Object.keys(told).map(Number)).toEqual(at.trains);
    for (const summary of Object.values(told)) {
      expect(keys(summary)).toEqual(SUMMARY_KEYS);
      expect(summary).toMatchObject({ status: "success", length: 8_500_000 });
    }
  });

  it("draws the space-time chart five trains at a time, then the conflicts", async () => {
    const path = await ask("GET", `/train_schedule/${at.trains[0]}/path/?infra_id=${at.infra}`);
    expect(keys(path)).toEqual(PATH_KEYS);
    const { track_section_ranges, routes, blocks } = path;
    let count = 0;
    for (const ids of batches(at.trains, PROJECTION_BATCH)) {
      const body = { ...summaryBody(ids), path: { track_section_ranges, routes, blocks } };
      const projected = await ask("POST", "/train_schedule/project_path/", body);
      expect(Object.keys(projected).map(Number)).toEqual(ids);
      for (const train of Object.values<Answer>(projected)) {
        expect(keys(train)).toEqual(PROJECTION_KEYS);
        expect(train.rolling_stock_length).toBe(400_000);
        for (const curve of train.space_time_curves) {
          expect(keys(curve)).toEqual(["positions", "times"]);
          expect(curve.positions).toHaveLength(curve.times.length);
          count++;
        }
      }
    }
    expect(count).toBe(TRAINS);
    const conflicts = await ask(
      "GET",
      `/timetable/${at.timetable}/conflicts/?infra_id=${at.infra}`,
    );
    expect(conflicts.length).toBeGreaterThan(0);
    for (const conflict of conflicts) {
      expect(keys(conflict)).toEqual(CONFLICT_KEYS);
      expect(at.trains).toEqual(expect.arrayContaining(conflict.train_ids));
    }
  });

  it("looks at one train: record, path, simulation and the properties of its path", async () => {
    const [id] = at.trains;
    expect(keys(await ask("GET", `/train_schedule/${id}/`))).toEqual(TRAIN_KEYS);
    const path = await ask("GET", `/train_schedule/${id}/path/?infra_id=${at.infra}`);
    const simulation = await ask("GET", `/train_schedule/${id}/simulation/?infra_id=${at.infra}`);
    expect(keys(simulation)).toEqual([
      "base",
      "electrical_profiles",
      "final_output",
      "mrsp",
      "provisional",
      "status",
    ]);
    expect(keys(simulation.base)).toEqual(REPORT_KEYS);
    expect(keys(simulation.provisional)).toEqual(REPORT_KEYS);
    expect(keys(simulation.final_output)).toEqual(FINAL_KEYS);
    const names = ["electrifications", "geometry", "operational_points", "curves", "slopes"];
    const query = names.map((name) => `props[]=${name}`).join("&");
    const { track_section_ranges } = path;
    const properties = await ask("POST", `/infra/${at.infra}/path_properties/?${query}`, {
      track_section_ranges,
    });
    expect(keys(properties)).toEqual(names.toSorted());
  });

  it("fills the train form: tags, and a path over points", async () => {
    expect(await ask("GET", `/infra/${at.infra}/speed_limit_tags/`)).toEqual([]);
    expect(Object.keys(await ask("GET", "/speed_limit_tags/")).length).toBeGreaterThan(0);
    const found = await ask("POST", `/infra/${at.infra}/pathfinding/blocks/`, {
      path_items: branchPath("S").map(({ track, offset }) => ({ track, offset })),
      rolling_stock_is_thermal: false,
      rolling_stock_loading_gauge: "G1",
      rolling_stock_supported_electrifications: ["25000V"],
      rolling_stock_supported_signaling_systems: ["BAL"],
      rolling_stock_maximum_speed: 80,
      rolling_stock_length: 400,
    });
    expect(keys(found)).toEqual(PATH_KEYS);
    expect(found.path_item_positions).toEqual([0, 3_300_000, 8_500_000]);
  });

  it("changes a train by sending back what it read, and sees the change in the next summary", async () => {
    const [id = 0] = at.trains;
    const train = await ask("GET", `/train_schedule/${id}/`);
    const before = await ask("POST", "/train_schedule/simulation_summary/", summaryBody([id]));
    const changed = {
      ...train,
      train_name: "8600 bis",
      margins: { boundaries: [], values: ["10%"] },
    };
    const saved = await ask("PUT", `/train_schedule/${id}/`, changed);
    expect(saved).toEqual({ ...changed, modified_at: saved.modified_at });
    const after = await ask("POST", "/train_schedule/simulation_summary/", summaryBody([id]));
    expect(after[id].path_item_times_base).toEqual(before[id].path_item_times_base);
    expect(before[id].time).toBe(before[id].path_item_times_base.at(-1));
    expect(after[id].time).toBeGreaterThan(before[id].time);
  });

  it("deletes trains, the scenario and the project", async () => {
    const [first, second, ...rest] = at.trains;
    expect(await ask("DELETE", "/train_schedule/", { ids: [first, second] })).toBeNull();
    const left = await ask("GET", `/timetable/${at.timetable}/`);
    expect(left).toEqual({ timetable_id: at.timetable, train_ids: rest });
    await expect(ask("POST", "/train_schedule/", { ids: at.trains })).rejects.toThrow(
      "BatchTrainScheduleNotFound",
    );
    await ask("DELETE", `${studies()}/${at.study}/scenarios/${at.scenario}/`);
    await ask("DELETE", `/projects/${at.project}/`);
    expect((await ask("GET", "/projects/?page_size=1000")).results).toEqual([]);
    expect((await ask("GET", `/timetable/${at.timetable}/`)).train_ids).toEqual(rest);
  });
});
