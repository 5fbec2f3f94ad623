// Method: a group of works and one of limits on a server that is made for the test, on the axis's track, beside it and elsewhere; places by hand.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { printSvg } from "../../../web/src/graph/drawing/svg.ts";
import { FakeServer, makeTrain } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const KM = 1_000_000;
const times = {
  start_date_time: "2026-03-02T05:00:00Z",
  end_date_time: "2026-03-02T07:00:00Z",
};
const range = (track: string, begin: number, end: number) => ({ track, begin, end });

let server: FakeServer;
let page: PageState;
beforeEach(async () => {
  server = new FakeServer();
  server.put(makeTrain(1));
  // 4 km of track that run back between 6 and 8 km of the axis, the other 2 km nowhere.
  server.placed_tracks = [
    { id: "beside", begin: [0], end: [4 * KM], from: [8 * KM], to: [6 * KM] } as never,
  ];
  const work = (id: number, ...ranges: readonly ReturnType<typeof range>[]) => ({
    id,
    obj_id: `work ${id}`,
    work_schedule_type: "TRACK",
    ...times,
    track_ranges: ranges.map(({ track, ...ends }) => ({ track_section: track, ...ends })),
  });
  server.answer("GET /work_schedules/7", () => ({
    work_schedule_group_name: "works",
    work_schedules: [
      work(1, range("beside", KM, 3 * KM)),
      work(2, range("elsewhere", 0, KM)),
      work(3, range("t", 0, 10 * KM), range("beside", 0, 4 * KM)),
      work(4, range("beside", 5 * KM, 6 * KM)),
    ],
  }));
  server.answer("GET /temporary_speed_limit_group/9", () => ({
    speed_limit_group_name: "limits",
    speed_limits: [
      {
        obj_id: "limit",
        ...times,
        speed_limit: 10,
        // In metres.
        track_ranges: [{ ...range("beside", 0, 2000), direction: "START_TO_STOP" }],
      },
    ],
  }));
  const listed = (one: object) => () => ({ count: 1, page_count: 1, results: [one] });
  server.answer(
    "GET /work_schedules",
    listed({ work_schedule_group_id: 7, work_schedule_group_name: "works" }),
  );
  server.answer(
    "GET /temporary_speed_limit_group",
    listed({ group_id: 9, speed_limit_group_name: "limits" }),
  );
  server.answer("POST /work_schedules/project_path", () => []);
  page = await openPage(server, "#/timetable/8/graph?infra=2&works=7&limits=9");
  await soon(() => page.limits.beside.peek().works.length > 0);
});
afterEach(closePage);

const near = (share: number) => expect.closeTo(share, 6);

describe("works and limits on other tracks than the axis's", () => {
  it("lie between the stations that enclose their tracks, and are marked as beside", () => {
    const { works, limits } = page.limits.beside.peek();
    const at = {
      from_ms: Date.parse(times.start_date_time),
      to_ms: Date.parse(times.end_date_time),
    };
    // The third covers that stretch on the axis's own track.
    expect(works).toEqual([
      {
        type: "TRACK",
        is_beside: true,
        areas: [{ from_share: near(0.325), to_share: near(0.375), ...at }],
      },
    ]);
    expect(limits).toEqual([
      {
        speed_m_s: 10,
        is_beside: true,
        areas: [{ from_share: near(0.35), to_share: near(0.4), ...at }],
      },
    ]);
    const scene = page.view.scene.peek();
    expect(scene.works.filter(({ is_beside }) => is_beside)).toEqual(works);
    expect(scene.limits.filter(({ is_beside }) => is_beside)).toEqual(limits);
  });

  it("are counted if they have no place there", () => {
    const names = [...page.closures_beside.unplaced.peek()].map(({ name }) => name);
    expect(names).toEqual(["work 2", "work 4"]);
  });

  it("are drawn lighter", () => {
    const scene = page.view.scene.peek();
    const view = { ...page.view.viewport.peek(), ...page.view.whole_area.peek() };
    const countLight = (svg: string): number => svg.split('opacity="0.45"').length - 1;
    expect(countLight(printSvg(scene, view, paletteOf(false)))).toBe(2);
    const own = { ...scene, works: scene.works.filter(({ is_beside }) => !is_beside), limits: [] };
    expect(countLight(printSvg(own, view, paletteOf(false)))).toBe(0);
  });
});
