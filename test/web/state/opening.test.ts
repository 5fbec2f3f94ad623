// Method: a server that answers all questions of a round together, and only when no more come; what the page asks is counted
// in rounds, and what it shows compared with what the server has.
import { afterEach, describe, expect, it } from "vitest";
import type { Waypoint } from "../../../web/src/state/edits/edit.ts";
import { makeGate } from "../../helpers/gate.ts";
import { FakeServer, makeConflict, makeService, makeTrain } from "./fake_server.ts";
import { closePage, openPage, soon } from "./page.ts";

afterEach(closePage);

/** More than two pages. */
const MANY = 450;

const NO_PATH = { status: "failure", failed_status: "pathfinding_not_found" };

describe("opening a timetable", () => {
  it.each([1, MANY])(
    "of %i trains takes four rounds to the first train, and two more to its conflicts",
    async (count) => {
      const server = new FakeServer();
      for (let id = 1; id <= count; id++) server.put(makeTrain(id));
      server.conflicts = [makeConflict([1], "2026-03-02T05:01:00Z")];
      server.answerInRounds();
      // Noted as it happens: what follows asks more.
      const rounds = { runs: 0, conflicts: 0 };
      let is_noted = false;
      const page = await openPage(server, undefined, ({ graph }) => {
        if (!is_noted) {
          for (const name of ["runs", "conflicts"] as const) {
            graph[name].subscribe((listed: readonly unknown[]) => {
              if (listed.length > 0 && rounds[name] === 0) rounds[name] = server.rounds;
            });
          }
        }
        is_noted = true;
        return rounds.conflicts > 0;
      });
      // The path with its stations, and then the trains that pass them.
      expect(rounds.runs).toBeLessThanOrEqual(4);
      expect(rounds.conflicts).toBeLessThanOrEqual(6);
      expect(page.graph.graph_data.peek()?.axis.forward.stations.map(({ id }) => id)).toEqual([
        "a",
        "b",
        "c",
      ]);
      await soon(() => page.loading.step.peek() === "idle");
      expect([page.timetable.train_count.peek(), page.graph.runs.peek().length]).toEqual([
        count,
        count,
      ]);
      expect(page.off_axis.off_axis.peek()).toEqual([]);
    },
  );

  it("asks the trains of a conflict where it is, when that is on no track of the axis", async () => {
    const server = new FakeServer();
    for (let id = 1; id <= 3; id++) server.put(makeTrain(id));
    const on = makeConflict([1, 2], "2026-03-02T05:01:00Z");
    const beside = makeConflict([2, 3], "2026-03-02T05:02:00Z");
    const requirements = beside.requirements.map((one) => ({ ...one, zone: "zone of a loop" }));
    server.conflicts = [on, { ...beside, requirements }];
    const page = await openPage(server, undefined, ({ graph }) =>
      graph.conflicts.peek().some(({ areas }) => areas[0]?.from_share === 1 / 8),
    );
    const [first, second] = page.graph.conflicts.peek();
    expect(first?.areas).toMatchObject([{ from_share: 0, to_share: 1 }]);
    expect(second?.areas).toMatchObject([{ from_share: 1 / 8, to_share: 1 / 4 }]);
    const count = server.asked.filter((one) => one.endsWith("/project_stations")).length;
    await page.loading.refreshGraph([1]);
    // What is known is not asked again.
    expect(server.asked.filter((one) => one.endsWith("/project_stations"))).toHaveLength(count + 1);
  });

  it("shows all of the first hours, which may be those of trains that are read last", async () => {
    const server = new FakeServer();
    for (let id = 1; id < MANY; id++) server.put(makeTrain(id));
    server.put(makeTrain(MANY, { start_time: "2026-03-02T03:00:00Z" }));
    const page = await openPage(server);
    const { from_ms, to_ms } = page.view.viewport.peek();
    expect([
      from_ms < Date.parse("2026-03-02T03:00:00Z"),
      to_ms > Date.parse("2026-03-02T05:10:00Z"),
    ]).toEqual([true, true]);
  });

  it("takes the axis of the train that the address names, though it is read last", async () => {
    const server = new FakeServer();
    for (let id = 1; id <= MANY; id++) server.put(makeTrain(id));
    const axis = `train_schedule:${MANY}`;
    const page = await openPage(server, `#/timetable/8/graph?infra=2&axis=${axis}`);
    expect(page.address.parameters.axis.peek()).toBe(axis);
    expect(server.asked).toContain(`GET /train_schedule/${MANY}/path`);
  });

  it("takes the axis of another train where that of the first has no path", async () => {
    const server = new FakeServer();
    server.put(makeTrain(1, { rolling_stock_name: "too wide" }));
    for (const id of [2, 3]) server.put(makeTrain(id));
    server.answer("GET /train_schedule/1/path", () => NO_PATH);
    const page = await openPage(server);
    expect(page.address.parameters.axis.peek()).toBe("train_schedule:2");
    expect(page.loading.fault.peek()).toBe(null);
    expect(server.asked).not.toContain("GET /train_schedule/3/path");
  });

  it("lists trains without a path, where none has one, and tells that", async () => {
    const server = new FakeServer();
    for (const id of [1, 2]) server.put(makeTrain(id, { rolling_stock_name: `stock ${id}` }));
    for (const id of [1, 2]) server.answer(`GET /train_schedule/${id}/path`, () => NO_PATH);
    const isReady = ({ loading }: Parameters<NonNullable<Parameters<typeof openPage>[2]>>[0]) =>
      loading.fault.peek() !== null;
    const page = await openPage(server, undefined, isReady);
    expect(page.off_axis.off_axis.peek().map(({ train_id }) => train_id)).toEqual([1, 2]);
    expect(page.address.parameters.axis.peek()).toBe("");
  });

  it("lists a service's trains one by one, found by number, where they run elsewhere", async () => {
    const server = new FakeServer();
    server.put(makeTrain(1, { rolling_stock_name: "stock 1" }));
    const numbering = { first: 4001, step: 2, suffix: "B" };
    const exceptions = [{ key: "off", occurrence_index: 2, disabled: true }];
    server.put(makeService(2, { rolling_stock_name: "stock 2", numbering, exceptions } as object));
    server.answer("GET /train_schedule/1/path", () => NO_PATH);
    server.answer("GET /paced_train/2/path", () => NO_PATH);
    const page = await openPage(server, undefined, ({ loading }) => loading.fault.peek() !== null);
    const listed = (words: string): (string | number)[][] => {
      page.address.setParameters({ search: words });
      return page.off_axis.off_axis.peek().map(({ key, name, start_ms }) => {
        return [key, name, new Date(start_ms).toISOString().slice(11, 16)];
      });
    };
    const train = ["train_schedule 1", "train 1", "05:00"];
    const third = ["paced_train 2 3 -", "4007B", "08:00"];
    const service = [
      ["paced_train 2 0 -", "4001B", "05:00"],
      ["paced_train 2 1 -", "4003B", "06:00"],
      third,
    ];
    expect(listed("")).toEqual([train, ...service]);
    expect(listed("4007b")).toEqual([third]);
    expect(listed("service 2")).toEqual(service);
    expect(listed("4005")).toEqual([]);
    page.selection.select("paced_train 2 3 -");
    expect(page.selection.selection.peek()).toMatchObject({ train_id: 2, index: 3 });
  });

  it("reads all trains where no network is there to draw them on", async () => {
    const server = new FakeServer();
    for (let id = 1; id <= MANY; id++) server.put(makeTrain(id));
    server.answer("GET /infra", () => ({ count: 0, page_count: 1, results: [] }));
    const page = await openPage(server, "#/timetable/8/graph", (state) => {
      return state.timetable.train_count.peek() === MANY && state.loading.step.peek() === "idle";
    });
    expect(page.graph.graph_data.peek()).toBe(null);
  });

  it("keeps what is stored and deleted from here while the rest is read", async () => {
    const server = new FakeServer();
    for (let id = 1; id <= MANY; id++) server.put(makeTrain(id));
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const [kept, gone] = [makeTrain(MANY), makeTrain(2)];
    const listed = server.all();
    server.answer("GET /timetable/8/train_schedules", async ({ query }) => {
      const at = Number(query.get("page"));
      if (at > 1) await held;
      const results = listed.slice((at - 1) * 200, at * 200);
      return { count: MANY, page_count: 3, results };
    });
    const page = await openPage(server, undefined, (state) => state.graph.runs.peek().length > 0);
    page.timetable.keepRecords([{ ...kept, train_name: "mine" }], [gone.id]);
    goOn();
    await soon(() => page.loading.step.peek() === "idle");
    expect(page.timetable.findTrain(kept.id)?.train_name).toBe("mine");
    expect(page.timetable.findTrain(gone.id)).toBe(null);
    expect(page.timetable.train_count.peek()).toBe(MANY - 1);
  });
});

describe("conflicts", () => {
  it("keep their numbers when others come and go, and new ones have new numbers", async () => {
    const server = new FakeServer();
    for (const id of [1, 2, 3]) server.put(makeTrain(id));
    const at = (hour: number): string => `2026-03-02T0${hour}:00:00Z`;
    server.conflicts = [makeConflict([1, 2], at(5)), makeConflict([2, 3], at(6))];
    const page = await openPage(server);
    const listed = (): string[] =>
      page.graph.conflicts.peek().map(({ number, runs }) => `${number}: ${runs.join(", ")}`);
    const [first, second] = listed();
    server.conflicts = [makeConflict([1, 3], at(4)), makeConflict([2, 3], at(7))];
    server.put(makeTrain(3, { start_time: "2026-03-02T05:30:00Z" }));
    server.tellTrains([3]);
    await soon(() => listed().length === 2 && listed()[0] !== first);
    expect(listed()).toEqual(["3: train_schedule 1, train_schedule 3", second]);
    server.conflicts = [makeConflict([1, 2], at(5))];
    server.put(makeTrain(3));
    server.tellTrains([3]);
    await soon(() => listed().length === 1);
    expect(listed()).toEqual([first]);
  });

  it("are hidden with the trains that a filter hides", async () => {
    const server = new FakeServer();
    for (const id of [1, 2, 3]) server.put(makeTrain(id));
    const start = "2026-03-02T05:00:00Z";
    server.conflicts = [makeConflict([1, 2], start), makeConflict([3], start)];
    const page = await openPage(server);
    expect(page.view.visible_conflicts.peek()).toHaveLength(2);
    page.address.setParameters({ search: "train 3" });
    expect(page.view.visible_conflicts.peek().map(({ runs }) => runs)).toEqual([
      ["train_schedule 3"],
    ]);
  });
});

describe("stations", () => {
  it("are found by name, trigram and UIC code, those of the axis first", async () => {
    const server = new FakeServer();
    server.put(makeTrain(1));
    const asked: unknown[] = [];
    const named = (obj_id: string) => ({
      obj_id,
      name: `Station ${obj_id}`,
      trigram: "STA",
      ch: "BV",
    });
    server.answer("POST /search", ({ body }) => {
      asked.push((body as { query: unknown }).query);
      return [named("x"), named("b")];
    });
    const page = await openPage(server);
    const found = await page.stations.findStations("871");
    expect(found.map(({ id, hint }) => `${id} ${hint}`)).toEqual(["b STA BV", "x STA BV"]);
    const meets = [
      "or",
      ["search", ["name"], "871"],
      ["=", ["trigram"], "871"],
      ["=", ["uic"], 871],
    ];
    expect(asked).toEqual([["and", ["=", ["infra_id"], 2], meets]]);
    expect((await page.stations.findStations(" ")).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("names stations of trains elsewhere, asked for together, once; what has no name keeps its code", async () => {
    const server = new FakeServer();
    server.put(makeTrain(1));
    const bodies: string[] = [];
    server.answer("POST /search", ({ body }) => {
      bodies.push(JSON.stringify(body));
      const part = { infra_id: 2, ch: "BV", uic: 7, trigram: "FAR", obj_id: "x", name: "Far off" };
      return [part, { ...part, ch: "00" }];
    });
    const page = await openPage(server);
    const places = [
      { operational_point: "x" },
      { trigram: "FAR" },
      { uic: 7 },
      { trigram: "GONE" },
      { operational_point: "a" },
      { track: "T1", offset: 4 },
    ].map((place, i) => ({ id: `w${i}`, deleted: false, ...place }) as Waypoint);
    const nameAll = (): string[] => places.map(page.places.nameOfPlace);
    const [on_axis] = nameAll().slice(4);
    expect(nameAll()).toEqual(["x", "FAR", "7", "GONE", on_axis, "T1"]);
    await soon(() => nameAll()[0] === "Far off");
    expect(nameAll()).toEqual(["Far off", "Far off", "Far off", "GONE", on_axis, "T1"]);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain(
      '["or",["=",["obj_id"],"x"],["=",["trigram"],"FAR"],["=",["uic"],7],["=",["trigram"],"GONE"]]',
    );
  });
});

describe("the first train of an empty timetable", () => {
  it("is on the graph when it is stored", async () => {
    const server = new FakeServer();
    const page = await openPage(server, undefined, (state) => {
      return state.timetable.timetable.peek() !== null && state.loading.step.peek() === "idle";
    });
    expect(page.graph.graph_data.peek()).toBe(null);
    server.answer("POST /timetable/8/train_schedules", () => {
      server.put(makeTrain(5));
      return [makeTrain(5)];
    });
    page.request.answer.value = { status: "success", train_schedule: makeTrain(5) } as never;
    await page.ask_request.keep("first");
    await soon(() => page.graph.runs.peek().length === 1);
  });

  const WAY = {
    track_section_ranges: [{ track_section: "t", begin: 0, end: 9, direction: "START_TO_STOP" }],
    length: 9,
    path_item_positions: [0, 9],
  };

  it.each([
    ["", { status: "success", ...WAY }],
    [
      ", also where its stock does not fit",
      {
        status: "failure",
        failed_status: "pathfinding_not_found",
        error_type: "incompatible_constraints",
        relaxed_constraints_path: WAY,
      },
    ],
  ])(
    "has its axis and its time on the graph while it is made, before it is stored%s",
    async (_, found) => {
      const server = new FakeServer();
      const page = await openPage(server, undefined, (state) => {
        return state.timetable.timetable.peek() !== null && state.loading.step.peek() === "idle";
      });
      // Of the stock only the modes are looked at here.
      const stock = {
        id: 1,
        name: "stock",
        effort_curves: { modes: { electric: { is_electric: true } } },
      };
      server.answer("GET /light_rolling_stock", () => ({ count: 1, next: null, results: [stock] }));
      server.answer("POST /infra/2/pathfinding/blocks", () => found);
      await page.setting.loadChoices();
      page.new_train.beginTrain();
      const start_time = "2026-03-02T05:00:00Z";
      page.editor.changeEdited((form) => ({ ...form, start_time }));
      page.editor.changeEdited((form) => page.path_edits.setEnd(form, "from", "a"));
      expect(page.graph.graph_data.peek()).toBe(null);
      page.editor.changeEdited((form) => page.path_edits.setEnd(form, "to", "c"));
      await soon(
        () => page.graph.graph_data.peek() !== null && page.loading.step.peek() === "idle",
      );
      expect(page.address.parameters.axis.peek()).toBe("stations:a:c");
      const { from_ms, to_ms } = page.view.viewport.peek();
      const start_ms = Date.parse(start_time);
      expect([from_ms < start_ms, start_ms < to_ms]).toEqual([true, true]);
    },
  );

  it("leaves nothing awaited when it is stored", async () => {
    const server = new FakeServer();
    const page = await openPage(server, undefined, (state) => {
      return state.timetable.timetable.peek() !== null && state.loading.step.peek() === "idle";
    });
    server.put(makeTrain(5));
    server.tellTrains([5]);
    await soon(() => page.graph.runs.peek().length === 1);
    await soon(() => page.loading.step.peek() === "idle");
  });
});

describe("reading all again", () => {
  it("keeps what is stored here while it is under way", async () => {
    const server = new FakeServer();
    for (const id of [1, 2]) server.put(makeTrain(id));
    const page = await openPage(server);
    await soon(() => page.loading.step.peek() === "idle");
    const question = "GET /timetable/8/train_schedules";
    const before = server.all();
    const gate = makeGate();
    server.answer(question, async () => {
      await gate.opened;
      return { results: before, page_count: 1 };
    });
    const reloading = page.loading.reloadAll();
    const [first, second] = [1, 2].map((id) => page.timetable.findTrain(id));
    await page.acts.renameTrain(first!, "new name");
    await page.acts.deleteTrain(second!);
    gate.open();
    await reloading;
    expect(page.timetable.findTrain(1)?.train_name).toBe("new name");
    expect(page.timetable.findTrain(2)).toBe(null);
  });
});

describe("the axis of a train", () => {
  it("is another train's when that one is no more", async () => {
    const server = new FakeServer();
    for (const id of [1, 2]) server.put(makeTrain(id));
    const page = await openPage(server);
    const named = page.address.parameters.axis.peek();
    const [gone, other] = named === "train_schedule:1" ? [1, 2] : [2, 1];
    server.delete(gone);
    server.tellTrains([], [gone]);
    await soon(() => page.timetable.findTrain(gone) === null);
    await page.loading.reloadAll();
    await soon(() => page.loading.step.peek() === "idle");
    expect([page.loading.fault.peek(), page.address.parameters.axis.peek()]).toEqual([
      null,
      `train_schedule:${other}`,
    ]);
  });
});
