// Method: a station with an unnamed and a named track on a server that is made for the test: what the table of times offers,
// stores and tells; a change with which the train would have no run, stored once and again.
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeServer, makeTrain } from "./fake_server.ts";
import { closePage, openPage, type PageState } from "./page.ts";

let server: FakeServer;
let page: PageState;

function section(id: string, lat: number, track_name: string | null) {
  const coordinates = [
    [2, lat],
    [2.01, lat],
  ];
  const extensions = { sncf: track_name === null ? null : { track_name } };
  return { id, length: 700, geo: { coordinates }, extensions };
}

beforeEach(async () => {
  server = new FakeServer();
  server.put(makeTrain(1));
  const placed = (obj_id: string, railjson: unknown) => ({ obj_id, railjson, geographic: null });
  server.answer("POST /infra/2/objects/OperationalPoint", ({ body }) =>
    (body as string[]).map((id) =>
      placed(id, {
        id,
        parts: [
          { track: "TrackSection_x", position: 300 },
          { track: "TrackSection_y", position: 300 },
        ],
      }),
    ),
  );
  server.answer("POST /infra/2/objects/TrackSection", () => [
    placed("TrackSection_x", section("TrackSection_x", 48, null)),
    placed("TrackSection_y", section("TrackSection_y", 47.9999, "V2")),
  ]);
  page = await openPage(server);
});
afterEach(closePage);

const told = (): string => page.session.notice.peek()?.text ?? "";

async function choose(words: string) {
  const { changeCell, listLines } = await import("../../../web/src/state/trains/table_times.ts");
  const { needTracks, tracksOf } = await import("../../../web/src/state/trains/track_names.ts");
  const record = page.timetable.timetable.peek()?.trains.get(1);
  if (record === undefined) throw new Error("no train");
  const edit = page.trial.editOf(record);
  const { after } = edit;
  if (after === null) throw new Error("no form");
  await needTracks("b");
  const [, line] = listLines(after, null);
  if (line === undefined) throw new Error("no line");
  const changed = changeCell(after, line, { column: "track", text: words, reach: "alone" });
  if (!("form" in changed)) throw new Error(changed.fault);
  return {
    offered: tracksOf("b").map(({ name }) => name),
    reference: changed.form.path[1]?.track_reference,
    shown: listLines(changed.form, null)[1]?.cells.track,
    edit: { ...edit, after: changed.form },
  };
}

it("stores a track without a name by its id, a named one by its name, and tells both as they are shown", async () => {
  const unnamed = await choose("1");
  expect(unnamed.offered).toEqual(["1", "V2"]);
  expect([unnamed.reference, unnamed.shown]).toEqual([{ track_id: "TrackSection_x" }, "1"]);
  const by_id = await choose("TrackSection_x");
  expect([by_id.reference, by_id.shown]).toEqual([{ track_id: "TrackSection_x" }, "1"]);
  const named = await choose("V2");
  expect([named.reference, named.shown]).toEqual([{ track_name: "V2" }, "V2"]);
  const other = await choose("7");
  expect([other.reference, other.shown]).toEqual([{ track_name: "7" }, "7"]);
});

it("asks before it stores a change with which the train has no run, and stores it when it is asked again", async () => {
  const { storeAsked } = await import("../../../web/src/state/asked/ask_store.ts");
  const { edit } = await choose("7");
  server.answer("POST /timetable/8/what_if", ({ body }) => ({
    trains: (body as { changes: unknown[] }).changes.map(() => ({
      status: "pathfinding_input_error",
      error_type: "invalid_path_items",
    })),
    conflicts: { gone: [], new: [], count_before: 0, count_after: 0 },
  }));
  page.trial.tryEdits([edit]);
  await storeAsked();
  expect(told()).toContain("would not run any more");
  expect(server.get(1)).toEqual(makeTrain(1));
  await storeAsked();
  expect(server.get(1)?.path[1]).toMatchObject({ track_reference: { track_name: "7" } });
});

it("asks nothing where the train runs", async () => {
  const { storeAsked } = await import("../../../web/src/state/asked/ask_store.ts");
  const { edit } = await choose("1");
  page.trial.tryEdits([edit]);
  await storeAsked();
  expect(server.get(1)?.path[1]).toMatchObject({ track_reference: { track_id: "TrackSection_x" } });
});
