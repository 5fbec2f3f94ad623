/** Operations on a network drawn by hand: the form of bodies, what each does, and which fault decides. */
import { describe, expect, it } from "vitest";
import { OBJECT_TYPES } from "../../../../src/railway/object_types.ts";
import { completeObject } from "../../../../workers/railjson/edit/complete_object.ts";
import { indexObjects, NetworkEdit } from "../../../../workers/railjson/edit/network_objects.ts";
import {
  applyOperations,
  checkOperations,
  type EditOperation,
} from "../../../../workers/railjson/edit/operations.ts";
import { create, remove, replace } from "../../../helpers/edit_operations.ts";
import { makeSample } from "../sample.ts";

// The sample is valid, which its own tests show.
const sampleObjects = () => indexObjects(makeSample() as never);

const detector = (id: string, position = 5) => ({ id, track: "a", position });
const made = (id: string) => create(detector(id));
const move = (obj_id: string, value: unknown, path = "/position") =>
  replace("Detector", obj_id, path, value);

/** Operations that are in form. */
function read(...operations: unknown[]): readonly EditOperation[] {
  const outcome = checkOperations(operations);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}

function apply(...operations: unknown[]) {
  const base = sampleObjects();
  const edit = new NetworkEdit(base);
  return { base, edit, outcome: applyOperations(edit, read(...operations)) };
}

describe("the form of operations", () => {
  it.each<[string, unknown, string]>([
    ["a body that is no list", { operation_type: "DELETE" }, ""],
    [
      "an unknown operation",
      [made("x"), { ...create("y"), operation_type: "UPSERT" }],
      "/1/operation_type",
    ],
    ["an unknown type", [{ ...remove("x"), obj_type: "Bridge" }], "/0/obj_type"],
    ["an unknown key", [{ ...remove("x"), note: "" }], "/0/note"],
    ["an id that is empty", [made("")], "/0/railjson/id"],
    [
      "an object with an unknown key",
      [{ ...create("x"), railjson: { ...detector("x"), colour: 1 } }],
      "/0/railjson/colour",
    ],
    [
      "an object that lacks a field",
      [made("x"), { ...create("y"), railjson: { id: "y" } }],
      "/1/railjson/track",
    ],
    ["no object", [{ ...create("x"), railjson: null }], "/0/railjson"],
    ["a patch that is no list", [{ ...move("x", 1), railjson_patch: {} }], "/0/railjson_patch"],
    [
      "a step without its value",
      [{ ...move("x", 1), railjson_patch: [{ op: "add", path: "/a" }] }],
      "/0/railjson_patch/0/value",
    ],
    [
      "a step of another kind",
      [{ ...move("x", 1), railjson_patch: [{ op: "put", path: "/a" }] }],
      "/0/railjson_patch/0/op",
    ],
    ["a path that is no pointer", [move("x", 1, "position")], "/0/railjson_patch/0/path"],
  ])("refuses %s", (_, body, path) => {
    const outcome = checkOperations(body);
    expect(outcome.ok ? [] : outcome.error.map((fault) => fault.path)).toContain(path);
  });

  it("lets a value be null, and ignores further members of a step, as the RFC asks", () => {
    const step = { op: "add", path: "/extensions", value: null, note: "x" };
    expect(checkOperations([{ ...move("x", 1), railjson_patch: [step] }]).ok).toBe(true);
  });

  it("is bounded in their number", () => {
    const many = Array.from({ length: 100_001 }, () => remove("x"));
    expect(checkOperations(many).ok).toBe(false);
  });
});

describe("operations", () => {
  it("are seen by later ones: created, patched and deleted leaves nothing", () => {
    const { edit, outcome } = apply(made("x"), move("x", 7), remove("x"));
    const answers = outcome.ok ? outcome.value.map(({ railjson }) => railjson) : [];
    const completed = { extensions: { sncf: null } };
    expect(answers).toEqual([
      { ...detector("x"), ...completed },
      { ...detector("x", 7), ...completed },
    ]);
    expect(edit.listChanges()).toEqual([]);
  });

  it("leave updated objects in their places and put created ones last, deleted and created ones too", () => {
    const { base, edit } = apply(
      move("before", 7),
      remove("after_c"),
      made("new"),
      made("after_c"),
    );
    const ids = [...base.detectors.keys()];
    expect(ids).toEqual(["before", "after_c"]);
    expect([...edit.objects.detectors.keys()]).toEqual(["before", "new", "after_c"]);
    expect(edit.listChanges().map(({ obj_id, kind }) => `${kind} ${obj_id}`)).toEqual([
      "update before",
      "create new",
      "delete after_c",
      "create after_c",
    ]);
    expect([...base.detectors.keys()]).toEqual(ids);
  });

  it("may give one id to objects of two types", () => {
    const signal = { ...remove("stop_a", "BufferStop") };
    expect(apply(made("stop_a"), signal).outcome.ok).toBe(true);
  });

  it.each<[string, unknown[], object]>([
    [
      "an object that is not there",
      [made("x"), move("y", 1)],
      { kind: "object_not_found", operation_index: 1, obj_id: "y" },
    ],
    [
      "an object of another type",
      [remove("stop_a")],
      { kind: "object_not_found", operation_index: 0 },
    ],
    [
      "an id that is taken",
      [made("before")],
      { kind: "duplicate_id", obj_type: "Detector", obj_id: "before" },
    ],
    [
      "an id that was created just now",
      [made("x"), made("x")],
      { kind: "duplicate_id", operation_index: 1 },
    ],
    [
      "a builtin switch type, deleted",
      [remove("link", "SwitchType")],
      { kind: "object_not_found" },
    ],
    [
      "a builtin switch type, created",
      [
        {
          operation_type: "CREATE",
          obj_type: "SwitchType",
          railjson: { id: "link", ports: [], groups: {} },
        },
      ],
      { kind: "duplicate_id", obj_id: "link" },
    ],
    ["a new id", [move("before", "other", "/id")], { kind: "modified_id" }],
    ["a new id that is none", [move("before", "", "/id")], { kind: "invalid_patch" }],
    [
      "a patch that does not apply",
      [move("before", 1, "/colour")],
      { kind: "invalid_patch", operation_index: 0 },
    ],
    ["a result that is not valid", [move("before", "far")], { kind: "invalid_patch" }],
  ])("refuse %s, the first fault decides", (_, operations, fault) => {
    const { outcome } = apply(...operations);
    expect(outcome).toMatchObject({ ok: false, error: fault });
  });

  it("meet objects with all their optional parts", () => {
    const add = { op: "add", path: "/logical_signals/-", value: {} };
    const signal = { ...detector("s"), direction: "START_TO_STOP", sight_distance: 1 };
    const made = { operation_type: "CREATE", obj_type: "Signal", railjson: signal };
    const label = { op: "replace", path: "/extensions/sncf", value: { label: "1", kp: "" } };
    const patch = (railjson_patch: unknown[]) => ({
      operation_type: "UPDATE",
      obj_type: "Signal",
      obj_id: "s",
      railjson_patch,
    });
    const { outcome } = apply(
      made,
      patch([label, { op: "test", path: "/logical_signals", value: [] }]),
    );
    expect(outcome.ok && outcome.value[1]?.railjson).toMatchObject({
      extensions: { sncf: { label: "1", kp: "", side: "CENTER" } },
    });
    expect(apply(made, patch([add])).outcome).toMatchObject({ error: { kind: "invalid_patch" } });
  });

  it("take a patch of thousands of steps, as a difference by index is", () => {
    const coordinates = Array.from({ length: 2_000 }, (_, i) => [2 + i / 1e6, 48]);
    const [first, ...others] = coordinates;
    const steps = others.map((value, i) => ({
      op: "replace",
      path: `/geo/coordinates/${i}`,
      value,
    }));
    const { outcome } = apply(
      {
        operation_type: "UPDATE",
        obj_type: "TrackSection",
        obj_id: "a",
        railjson_patch: [{ op: "replace", path: "/geo/coordinates", value: coordinates }],
      },
      {
        operation_type: "UPDATE",
        obj_type: "TrackSection",
        obj_id: "a",
        railjson_patch: [...steps, { op: "add", path: "/geo/coordinates/-", value: first }],
      },
    );
    expect(outcome.ok).toBe(true);
  });

  it("that patch a large object very often are refused at a bound", () => {
    const edit = new NetworkEdit(sampleObjects());
    const touch = { ...move("before", 7), railjson_patch: [] };
    const operations = read(...Array.from({ length: 100 }, () => touch));
    expect(applyOperations(edit, operations, 100)).toMatchObject({
      ok: false,
      error: { kind: "invalid_patch", error: expect.stringMatching(/too much/) },
    });
  });
});

describe("the completed form of an object", () => {
  it("is its own completed form, for every object of a network", () => {
    const sample = makeSample();
    for (const { obj_type, key } of OBJECT_TYPES) {
      for (const object of sample[key]) {
        const completed = completeObject(obj_type, object);
        expect(completed).toMatchObject(
          Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)),
        );
        expect(completeObject(obj_type, completed)).toEqual(completed);
      }
    }
  });

  it.each<[(typeof OBJECT_TYPES)[number]["obj_type"], object, object]>([
    ["TrackSection", {}, { loading_gauge_limits: [], extensions: { sncf: null, source: null } }],
    [
      "TrackSection",
      { extensions: { source: null } },
      { extensions: { source: null, sncf: null }, loading_gauge_limits: [] },
    ],
    ["Signal", {}, { logical_signals: [], extensions: { sncf: null } }],
    [
      "Signal",
      { extensions: { sncf: { label: "", kp: "" } } },
      { extensions: { sncf: { label: "", kp: "", side: "CENTER" } }, logical_signals: [] },
    ],
    ["BufferStop", {}, { extensions: { sncf: null } }],
    [
      "OperationalPoint",
      { parts: [{}] },
      { parts: [{ extensions: { sncf: null } }], extensions: { sncf: null, identifier: null } },
    ],
    ["SpeedSection", { on_routes: null }, { speed_limit: null, extensions: { psl_sncf: null } }],
    [
      "SpeedSection",
      { on_routes: [], speed_limit: 3 },
      { on_routes: [], speed_limit: 3, extensions: { psl_sncf: null } },
    ],
    ["NeutralSection", {}, { extensions: { neutral_sncf: null } }],
    ["Electrification", {}, {}],
    ["Route", {}, {}],
    ["SwitchType", {}, {}],
  ])("of a %s %o is %o", (obj_type, object, completed) => {
    expect(JSON.stringify(completeObject(obj_type, object))).toBe(JSON.stringify(completed));
  });
});
