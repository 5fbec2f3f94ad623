// Method: two trains over a junction on a network drawn by hand, with track that is closed; what is told beside what the signals make of it, in any order of reports.
import { describe, expect, it } from "vitest";
import { startJunctionApi } from "../helpers/junction_api.ts";
import { branchPath } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeRandom } from "../workers/engine/seeded.ts";

type Json = Record<string, unknown>;

const api = opened(startJunctionApi);

const BEGIN = "2026-05-22T08:00:00Z";
const UNTIL = "2026-05-22T08:30:00Z";

const printed = (time: string): string => new Date(time).toISOString();

const closed = (change: Json = {}): Json => ({
  event: "closed",
  track_range: { track_section: "N" },
  at: BEGIN,
  until: UNTIL,
  observed_at: "2026-05-22T07:55:00Z",
  ...change,
});

async function makeDay() {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const rows = (
    await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [
      validTrain({
        rolling_stock_name: "electric",
        schedule: [],
        start_time: BEGIN,
        path: branchPath("N"),
      }),
      validTrain({
        rolling_stock_name: "electric",
        schedule: [],
        start_time: "2026-05-22T08:03:00Z",
        path: branchPath("S"),
      }),
    ])
  ).json;
  const [one, other] = rows.map(({ id }: { id: number }) => id) as [number, number];
  const path = `/timetable/${timetable_id}`;
  return {
    one,
    other,
    path,
    send: async (...reports: readonly Json[]) =>
      (await api.make("POST", `${path}/reports`, reports)).json,
    forecast: async () => (await api.make("GET", `${path}/forecast?infra=${api.infra_id}`)).json,
    reports: async () => (await api.make("GET", `${path}/reports`)).json,
  };
}

interface ToldTrain {
  readonly train: { readonly id: number };
  readonly stops: readonly { readonly arrival: string | null }[];
  readonly waits: readonly {
    readonly cause: { readonly id: number } | null;
    readonly seconds: number | null;
  }[];
}

function trainOf({ trains }: { readonly trains: readonly ToldTrain[] }, id: number): ToldTrain {
  const found = trains.find(({ train }) => train.id === id);
  if (found === undefined) throw new Error("the train is told");
  return found;
}

describe("closed track", () => {
  it("has trains wait at the signal before it until it is open, and says so", async () => {
    const day = await makeDay();
    const before = await day.forecast();
    // Behind the junction, up to where both trains go.
    const track_range = { track_section: "M", begin: 2_500_000, end: 3_000_000 };
    expect(await day.send(closed({ track_range }))).toEqual({
      believed_count: 1,
      outdated_count: 0,
    });
    const { trains, unused_reports, as_of } = await day.forecast();
    expect([as_of, unused_reports]).toEqual(["2026-05-22T07:55:00Z", []]);
    const [wait] = trainOf({ trains }, day.one).waits;
    expect(wait).toMatchObject({ cause: null, closed: { track_range }, signal: "signal.m1" });
    expect(wait!.seconds).toBeGreaterThan(1200);
    expect(trainOf({ trains }, day.one).stops.at(-1)!.arrival! > UNTIL).toBe(true);
    expect(trainOf({ trains }, day.other).waits[0]!.cause!.id).toBe(day.one);
    // Withdrawn by the same place, however it is written.
    await day.send(
      closed({ track_range, at: null, until: null, observed_at: "2026-05-22T07:56:00Z" }),
    );
    expect((await day.forecast()).trains).toEqual(before.trains);
  });

  it("lets go who has it, and keeps nobody from other track", async () => {
    const day = await makeDay();
    const before = await day.forecast();
    await day.send(
      closed({ track_range: { track_section: "N", end: 1_000_000 }, at: UNTIL, until: null }),
    );
    expect((await day.forecast()).trains).toEqual(before.trains);
    // It begins on that track, so it never appears; nobody waits for its turn.
    await day.send(
      closed({
        track_range: { track_section: "N", end: 1_000_000 },
        until: null,
        observed_at: UNTIL,
      }),
    );
    const { trains } = await day.forecast();
    const { stops, waits } = trainOf({ trains }, day.one);
    expect(waits).toEqual([
      {
        cause: null,
        closed: { track_range: { track_section: "N", end: 1_000_000 } },
        signal: null,
        seconds: null,
      },
    ]);
    expect(stops.map(({ arrival }) => arrival)).toEqual(stops.map(() => null));
    expect(trainOf({ trains }, day.other).waits).toEqual([]);
  });

  it("may be named by a zone, and is told as unused where the network does not have it", async () => {
    const day = await makeDay();
    const places = [
      { track_range: { track_section: "nowhere" } },
      { track_range: { track_section: "N", begin: 4_000_001 } },
      { track_range: undefined, zone: "zone.[nowhere]" },
    ];
    await day.send(...places.map((place) => closed(place)));
    const { unused_reports } = await day.forecast();
    expect(unused_reports).toHaveLength(3);
    for (const { track_range, zone } of places) {
      expect(unused_reports).toContainEqual({
        ...(track_range !== undefined && { track_range }),
        ...(zone !== undefined && { zone }),
        stop: null,
        event: "closed",
        reason: "unknown_track",
      });
    }
    const zone = "zone.[m1:INCREASING, m2:DECREASING]";
    await day.send(closed({ track_range: undefined, zone }));
    const [wait] = trainOf(await day.forecast(), day.one).waits;
    expect(wait).toMatchObject({ closed: { zone }, signal: "signal.m1" });
  });

  it("is listed, withdrawn, outdated and forgotten as other reports are", async () => {
    const day = await makeDay();
    const whole = { track_section: "N" };
    await day.send(closed({ track_range: { track_section: "N", begin: 0 } }));
    const row = { stop: null, event: "closed", at: printed(BEGIN), source: "unknown", priority: 0 };
    const observed_at = printed("2026-05-22T07:55:00Z");
    const until = printed(UNTIL);
    const listed = async () => {
      const { results } = await day.reports();
      return results;
    };
    expect(await listed()).toEqual([{ ...row, track_range: whole, until, observed_at }]);
    const older = closed({ until: null, observed_at: "2026-05-22T07:50:00Z" });
    expect(await day.send(older)).toEqual({ believed_count: 0, outdated_count: 1 });
    const withdrawn = closed({ at: null, until: null, observed_at: "2026-05-22T07:58:00Z" });
    await day.send(
      closed({ priority: 1, until: null, observed_at: "2026-05-22T07:40:00Z" }),
      withdrawn,
    );
    expect(await listed()).toMatchObject([{ priority: 1, until: null }]);
    await api.make("DELETE", `${day.path}/reports`);
    expect(await listed()).toEqual([]);
  });

  it("of a day is listed under that day alone", async () => {
    const day = await makeDay();
    await day.send(closed({ date: "2026-05-22" }), closed({ until: null }));
    const { results } = (await api.make("GET", `${day.path}/reports?date=2026-05-22`)).json;
    expect(results).toMatchObject([{ date: "2026-05-22", until: printed(UNTIL) }]);
    expect((await day.reports()).results).toMatchObject([{ until: null }]);
  });

  it("is the same in whatever order reports come", async () => {
    const some = [
      closed(),
      closed({ until: null }),
      closed({ until: "2026-05-22T08:20:00Z", observed_at: "2026-05-22T07:56:00Z" }),
      closed({ at: null, until: null, observed_at: "2026-05-22T07:56:00Z" }),
      closed({ until: "2026-05-22T08:25:00Z", observed_at: "2026-05-22T07:56:00Z" }),
      closed({ track_range: { track_section: "M", begin: 10 }, source: "box" }),
      closed({ track_range: { track_section: "M", begin: 10 }, source: "cab", until: null }),
    ];
    const told = new Set<string>();
    for (let seed = 0; seed < 8; seed++) {
      const random = makeRandom(seed);
      const day = await makeDay();
      const mixed = some.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
      if (seed % 2 === 0) await day.send(...mixed.map(([, one]) => one));
      else for (const [, one] of mixed) await day.send(one);
      const { results } = await day.reports();
      const { trains } = await day.forecast();
      const times = trains.map(({ stops, waits }: Json) => ({ stops, waits }));
      const rows = results.map((row: Json) => JSON.stringify(row)).sort();
      told.add(JSON.stringify([rows, times]).replaceAll(/"id":\d+/g, ""));
    }
    expect(told.size).toBe(1);
  });

  it("is refused where it says nothing clear, and then all that came with it", async () => {
    const day = await makeDay();
    const wrongs: Json[] = [
      closed({ track_range: undefined }),
      closed({ zone: "z" }),
      closed({ track_range: { track_section: "N", begin: 2, end: 1 } }),
      closed({ track_range: { track_section: "N", begin: -1 } }),
      closed({ track_range: { track_section: "N", direction: "START_TO_STOP" } }),
      closed({ track_range: ["N"] }),
      closed({ track_range: { track_section: "" } }),
      closed({ until: BEGIN }),
      closed({ at: null }),
      closed({ until: "2026-05-22T09:00:00" }),
      closed({ train: { kind: "train_schedule", id: day.one } }),
      closed({ stop: "start" }),
      closed({ date: "2026-02-30" }),
      closed({ percent: 3 }),
    ];
    for (const wrong of wrongs) {
      const { status } = await api.call("POST", `${day.path}/reports`, [closed(), wrong]);
      expect(status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await day.reports()).count).toBe(0);
  });

  it("may have a name as long as a network's, and is refused where none is so long", async () => {
    const day = await makeDay();
    const random = makeRandom(1);
    // Without repetitions, so that no index makes it shorter.
    const nameOf = (length: number): string =>
      String.fromCharCode(...Array.from({ length }, () => 0x4e00 + Math.floor(random() * 0x4000)));
    const send = async (place: Json): Promise<number> => {
      const reports = [closed({ track_range: undefined, ...place })];
      return (await api.call("POST", `${day.path}/reports`, reports)).status;
    };
    expect(await send({ track_range: { track_section: nameOf(255) } })).toBe(200);
    expect(await send({ zone: nameOf(660) })).toBe(200);
    expect(await send({ track_range: { track_section: nameOf(256) } })).toBe(422);
    for (const length of [667, 4000]) expect(await send({ zone: nameOf(length) })).toBe(422);
    expect((await day.reports()).count).toBe(2);
  });
});
