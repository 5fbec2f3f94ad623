// Method: two trains over a junction, one of them late: a proposal's promise beside the forecast once it is taken, and beside the day before once it is undone.
import { describe, expect, it } from "vitest";
import { startJunctionApi } from "../helpers/junction_api.ts";
import { branchPath } from "../helpers/junction_railjson.ts";
import { sendAndLeave } from "../helpers/leaving_client.ts";
import { opened } from "../helpers/opened.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

interface Told {
  readonly train: { readonly id: number };
  readonly stops: readonly { readonly arrival: string | null; readonly delay_seconds: number }[];
}

const api = opened(startJunctionApi);

/** The second waits for the first, which is ten minutes late, though it could go before it. */
async function makeDay() {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  const form = { rolling_stock_name: "electric", schedule: [] };
  const rows = (
    await api.make("POST", `${path}/train_schedules`, [
      validTrain({ ...form, start_time: "2026-05-22T08:00:00Z", path: branchPath("N") }),
      validTrain({ ...form, start_time: "2026-05-22T08:03:00Z", path: branchPath("S") }),
    ])
  ).json;
  const [one, other] = rows.map(({ id }: { id: number }) => id) as [number, number];
  const stop = branchPath("N")[0]!["id"];
  const report = {
    train: { kind: "train_schedule", id: one },
    event: "held",
    stop,
    at: "2026-05-22T08:04:30Z",
    observed_at: "2026-05-22T08:00:10Z",
  };
  await api.make("POST", `${path}/reports`, [report]);
  const query = `infra=${api.infra_id}`;
  return {
    path,
    one,
    other,
    report,
    forecast: async () => (await api.make("GET", `${path}/forecast?${query}`)).json,
    propose: async (body = {}) => (await api.make("POST", `${path}/proposals?${query}`, body)).json,
    take: async (body: unknown) =>
      await api.call("POST", `${path}/proposals/take?${query}`, body as object),
  };
}

/** To the second: what is taken back is known a moment later. */
const arrivals = (trains: readonly Told[]) =>
  trains.map(({ train, stops }) => [train.id, stops.map(({ arrival }) => arrival?.slice(0, 19))]);

function delayOf(trains: readonly Told[]): number {
  return trains
    .flatMap(({ stops }) => stops)
    .reduce((sum, { delay_seconds }) => sum + Math.max(0, delay_seconds), 0);
}

describe("a proposal", () => {
  it("that is taken comes true, is told to who follows, and is undone in one act", async () => {
    const day = await makeDay();
    const before = await day.forecast();
    const { as_of, version, delay_seconds, proposals } = await day.propose();
    expect(as_of).toBe(before.as_of);
    expect(delay_seconds).toBeCloseTo(delayOf(before.trains), -1);
    expect(proposals.length).toBeGreaterThan(0);
    const [best] = proposals;
    expect(best.delay_seconds).toBeLessThan(delay_seconds);
    const changes = best.trains.map(
      ({ change_seconds }: { change_seconds: number }) => change_seconds,
    );
    expect(changes.reduce((a: number, b: number) => a + b, 0)).toBeCloseTo(
      best.delay_seconds - delay_seconds,
      -1,
    );
    const taken = await day.take({ version, decisions: best.decisions });
    const { undo, ...counts } = taken.json;
    expect(counts).toEqual({ believed_count: best.decisions.length, outdated_count: 0 });
    const after = await day.forecast();
    expect(after.as_of).toBe(as_of);
    expect(delayOf(after.trains)).toBeCloseTo(best.delay_seconds, -1);
    for (const { train, end_before_seconds, end_after_seconds } of best.trains) {
      const endOf = (trains: readonly Told[]) =>
        trains.find((told) => told.train.id === train.id)!.stops.at(-1)!.delay_seconds;
      expect(endOf(before.trains)).toBe(end_before_seconds);
      expect(endOf(after.trains)).toBe(end_after_seconds);
    }
    // As when its answer was lost, or when another one takes the same: nothing is added, so there is nothing to undo.
    const again_taken = await day.take({ version, decisions: best.decisions });
    expect(again_taken.json).toEqual({ ...counts, undo: [] });
    expect((await day.propose()).version).not.toBe(version);
    await api.make("POST", `${day.path}/reports`, undo);
    expect(arrivals((await day.forecast()).trains)).toEqual(arrivals(before.trains));
    const again = await day.propose();
    expect(again.proposals[0].delay_seconds).toBe(best.delay_seconds);
    const retaken = await day.take({
      version: again.version,
      decisions: again.proposals[0].decisions,
    });
    expect(retaken.status).toBe(200);
    expect(delayOf((await day.forecast()).trains)).toBeCloseTo(best.delay_seconds, -1);
  });

  it("comes in lines while others are looked for: each comes true, and the last is the whole answer", async () => {
    const day = await makeDay();
    const path = `${day.path}/proposals?infra=${api.infra_id}`;
    const answer = await api.call("POST", path, {}, { accept: "application/x-ndjson" });
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    const lines = answer.text
      .trim()
      .split("\n")
      .map((line: string) => JSON.parse(line));
    const whole = lines.at(-1);
    expect(whole).toEqual(await day.propose());
    expect(lines.length).toBeGreaterThan(1);
    const { proposals, ...head } = lines[0];
    expect(head).toEqual({ ...whole, proposals: undefined });
    expect(proposals).toHaveLength(1);
    expect(proposals[0].delay_seconds).toBeLessThan(head.delay_seconds);
    await day.take({ version: head.version, decisions: proposals[0].decisions });
    expect(delayOf((await day.forecast()).trains)).toBeCloseTo(proposals[0].delay_seconds, -1);
  });

  it("is looked for no longer when its client has left", async () => {
    const day = await makeDay();
    await day.propose();
    const { asked, begun_count } = await sendAndLeave(api, {
      method: "POST",
      path: `${day.path}/proposals?infra=${api.infra_id}`,
      body: {},
      headers: { accept: "application/x-ndjson" },
    });
    expect(asked).toEqual(["propose_decisions"]);
    expect(begun_count).toBe(0);
  });

  it("is not taken when the day has changed; what it costs then is told, and can be taken", async () => {
    const day = await makeDay();
    const { version, proposals } = await day.propose();
    const at = "2026-05-22T08:04:40Z";
    await api.make("POST", `${day.path}/reports`, [
      { ...day.report, at, observed_at: "2026-05-22T08:00:20Z" },
    ]);
    const { decisions } = proposals[0];
    const before = await day.forecast();
    const refused = await day.take({ version, decisions });
    expect(refused.status).toBe(409);
    expect(await day.forecast()).toEqual(before);
    const { now, unused_decisions } = refused.json.context;
    expect(unused_decisions).toEqual([]);
    const [judged] = now.proposals;
    expect(now.delay_seconds).toBeCloseTo(delayOf(before.trains), -1);
    const taken = await day.take({ version: now.version, decisions: judged.decisions });
    expect(taken.status).toBe(200);
    expect(delayOf((await day.forecast()).trains)).toBeCloseTo(judged.delay_seconds, -1);
  });

  it("neither shortens nor loses what somebody else has decided, and says so", async () => {
    const day = await makeDay();
    const hold = (at: string, seconds: number) => ({
      ...day.report,
      train: { kind: "train_schedule", id: day.other },
      stop: branchPath("S")[0]!["id"],
      at: `2026-05-22T${at}:00Z`,
      observed_at: `2026-05-22T08:00:${seconds}Z`,
    });
    const { at: _at, ...follows } = {
      ...day.report,
      event: "follows",
      other: { kind: "train_schedule", id: day.other },
    };
    const order = { ...follows, at: follows.observed_at };
    const decide = async (one: object) =>
      (await api.make("POST", `${day.path}/reports`, [one])).json;
    const held = async () =>
      (await api.make("GET", `${day.path}/reports`)).json.results
        .filter(({ train, event }: { train: { id: number }; event: string }) => {
          return train.id === day.other && event === "held";
        })
        .map(({ at }: { at: string | null }) => at?.slice(11, 16));
    const asked = await day.propose();
    await decide(hold("08:20", 20));
    // Meanwhile: nothing of the one is left to take, of both the other one.
    const short = hold("08:10", 10);
    const alone = await day.take({ version: asked.version, decisions: [short] });
    expect(alone.json).toEqual({ believed_count: 0, outdated_count: 1, undo: [] });
    const refused = await day.take({ version: asked.version, decisions: [short, order] });
    expect(refused.status).toBe(409);
    const { now, unused_decisions } = refused.json.context;
    expect(unused_decisions).toMatchObject([{ event: "held", reason: "decided" }]);
    expect(now.proposals[0].decisions.map(({ event }: { event: string }) => event)).toEqual([
      "follows",
    ]);
    // Before: what is shorter is not stored, the rest is.
    const both = await day.take({ version: now.version, decisions: [short, order] });
    expect(both.json).toMatchObject({ believed_count: 1, outdated_count: 1 });
    expect(both.json.undo.map(({ event }: { event: string }) => event)).toEqual(["follows"]);
    expect(await held()).toEqual(["08:20"]);
    expect(delayOf((await day.forecast()).trains)).toBeCloseTo(now.proposals[0].delay_seconds, -1);
    // Undone after somebody else has decided a longer one.
    const { version } = await day.propose();
    const longer = await day.take({ version, decisions: [hold("08:25", 10)] });
    const { undo, ...counts } = longer.json;
    expect(counts).toEqual({ believed_count: 1, outdated_count: 0 });
    expect(undo).toMatchObject([{ at: "2026-05-22T08:20:00Z" }]);
    await decide(hold("08:40", 30));
    expect(await decide(undo[0])).toEqual({ believed_count: 0, outdated_count: 1 });
    expect(await held()).toEqual(["08:40"]);
  });

  it("comes true where a shorter hold of a higher priority stood, which stands again when it is undone", async () => {
    const day = await makeDay();
    const { proposals } = await day.propose();
    const [decision] = proposals[0].decisions;
    const at = new Date(Date.parse("2026-05-22T08:00:20Z")).toISOString();
    const given = { ...decision, event: "held", priority: 7, source: "chief", observed_at: at };
    const { other: _other, ...hold } = given;
    const reports = async () =>
      (await api.make("GET", `${day.path}/reports`)).json.results.filter(
        (one: { event: string; stop: string; train: object }) =>
          one.event === "held" &&
          JSON.stringify([one.stop, one.train]) === JSON.stringify([hold.stop, hold.train]),
      );
    await api.make("POST", `${day.path}/reports`, [{ ...hold, at: "2026-05-22T08:00:30Z" }]);
    const before = await reports();
    const { version } = await day.propose();
    const longer = { ...hold, priority: 0, source: "proposal", at: "2026-05-22T08:20:00Z" };
    const taken = await day.take({ version, decisions: [longer] });
    expect(taken.json).toMatchObject({ believed_count: 1, outdated_count: 0 });
    expect(await reports()).toMatchObject([{ at: "2026-05-22T08:20:00.000Z", priority: 7 }]);
    await api.make("POST", `${day.path}/reports`, taken.json.undo);
    const [{ observed_at: _known, ...again }] = await reports();
    expect(before).toMatchObject([again]);
  });

  it("leaves what somebody else had decided just so, when it is undone", async () => {
    const day = await makeDay();
    const { proposals } = await day.propose();
    const [best] = proposals;
    const [first, ...others] = best.decisions;
    const hold = {
      ...day.report,
      train: { kind: "train_schedule", id: day.other },
      stop: branchPath("S")[0]!["id"],
      at: "2026-05-22T08:20:00Z",
    };
    await api.make("POST", `${day.path}/reports`, [{ ...first, source: "colleague" }]);
    const { version } = await day.propose();
    const taken = await day.take({ version, decisions: [first, ...others, hold] });
    expect(taken.json).toMatchObject({ believed_count: 2 + others.length, outdated_count: 0 });
    expect(taken.json.undo).toHaveLength(1 + others.length);
    await api.make("POST", `${day.path}/reports`, taken.json.undo);
    const { results } = (await api.make("GET", `${day.path}/reports`)).json;
    const said = results
      .filter(({ at }: { at: string | null }) => at !== null)
      .map(({ event, source }: { event: string; source: string }) => `${event} ${source}`);
    expect(said.sort()).toEqual(["held unknown", `${first.event} colleague`].sort());
  });

  it("weighs trains as asked, and has none for a day without waits", async () => {
    const day = await makeDay();
    const train = { kind: "train_schedule", id: day.other };
    const asIs = await day.propose();
    const weighed = await day.propose({ weights: [{ train, weight: 0 }] });
    expect(weighed.delay_seconds).toBeLessThan(asIs.delay_seconds);
    expect(weighed.proposals).toEqual([]);
    await api.make("DELETE", `${day.path}/reports`);
    const quiet = await day.propose();
    expect(quiet).toMatchObject({ delay_seconds: 0, missed_stops: 0, proposals: [] });
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const empty = await api.make(
      "POST",
      `/timetable/${timetable_id}/proposals?infra=${api.infra_id}`,
    );
    expect(empty.json).toMatchObject({ as_of: null, proposals: [] });
  });

  it("is nothing but decisions", async () => {
    const day = await makeDay();
    const { version, proposals } = await day.propose();
    const [decision] = proposals[0].decisions;
    for (const wrong of [
      { version, decisions: [] },
      { version, decisions: [{ ...decision, at: null }] },
      { version, decisions: [{ ...day.report, event: "departed" }] },
      { decisions: [decision] },
    ]) {
      expect((await day.take(wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await api.make("GET", `${day.path}/reports`)).json.count).toBe(1);
  });
});
