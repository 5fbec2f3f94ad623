// Method: requests on a junction drawn by hand; what the answered train runs with, and that it runs with the same when it is kept.

import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { CURVE, validProfileSet, validStock } from "../platform/http/rules/valid_forms.ts";
import {
  FIRST,
  HOUR_MS,
  type Json,
  LAST,
  LEAVES,
  MINUTE_MS,
  StdcmWorld,
  train,
  via,
} from "./stdcm_world.ts";

const world = opened(async () => await StdcmWorld.open());

/** Run time of a train from its first to its last waypoint. */
function runTime_ms({ final_output }: { final_output: { path_item_times: number[] } }): number {
  return final_output.path_item_times.at(-1) ?? 0;
}

/** The simulation of a body that is kept in a timetable. */
async function keep(timetable_id: number, body: Json, query = ""): Promise<CallResult["json"]> {
  const path = `/timetable/${timetable_id}/train_schedules`;
  const [{ id }] = (await world.api.make("POST", path, [body])).json;
  const simulation = `/train_schedule/${id}/simulation?infra=${world.infra_id}${query}`;
  return (await world.api.make("GET", simulation)).json;
}

describe("signals at the stops of a short term train", () => {
  it("are short slips where it was asked to stand, at its end too, and it runs so when it is kept", async () => {
    const { id } = await world.timetableOf();
    const asked = await world.ask(id, {
      steps: [FIRST, via({ duration: MINUTE_MS }), { ...LAST, duration: MINUTE_MS }],
    });
    expect(asked.train_schedule.schedule).toMatchObject([
      { at: "step-2", stop_for: "PT60S", reception_signal: "SHORT_SLIP_STOP" },
      { at: "step-3", stop_for: "PT60S", reception_signal: "SHORT_SLIP_STOP" },
    ]);
    const kept = await keep(id, asked.train_schedule);
    expect(runTime_ms(kept)).toBe(runTime_ms(asked.simulation));
    const conflicts = `/timetable/${id}/conflicts?infra=${world.infra_id}`;
    expect((await world.api.make("GET", conflicts)).json).toEqual([]);
  });

  it("are others only where it could not keep its limits with a short slip", async () => {
    const { id } = await world.timetableOf();
    const steps = [FIRST, via({ duration: MINUTE_MS }), LAST];
    const signals: string[] = [];
    const within = async (maximum_run_time: number): Promise<number> => {
      const answer = await world.ask(id, { steps, maximum_run_time });
      expect(answer.status).toBe("success");
      signals.push(answer.train_schedule.schedule[0].reception_signal);
      return runTime_ms(answer.simulation);
    };
    const shortSlip_ms = await within(HOUR_MS);
    const stop_ms = await within(shortSlip_ms - 1000);
    await within(stop_ms - 1000);
    expect(signals).toEqual(["SHORT_SLIP_STOP", "STOP", "OPEN"]);
  });

  it("let another train cross in front of it", async () => {
    // From the other branch, after the short term train has come to its stop before the junction.
    const { id } = await world.timetableOf(train({ start_time: "2026-05-22T08:06:00Z" }));
    const asked = await world.ask(id, {
      steps: [FIRST, via({ duration: 15 * MINUTE_MS }), LAST],
      maximum_departure_delay: 0,
    });
    expect(asked.status).toBe("success");
    await keep(id, asked.train_schedule);
    const conflicts = `/timetable/${id}/conflicts?infra=${world.infra_id}`;
    expect((await world.api.make("GET", conflicts)).json).toEqual([]);
    const open = { ...asked.train_schedule };
    open.schedule = open.schedule.map((point: Json) => ({ ...point, reception_signal: "OPEN" }));
    await keep(id, open);
    expect((await world.api.make("GET", conflicts)).json).not.toEqual([]);
  });

  it("stay open where it only begins again", async () => {
    const { id } = await world.timetableOf();
    const timing_data = { ...LEAVES, arrival_time_tolerance_before: 10 * MINUTE_MS };
    const asked = await world.ask(id, {
      steps: [FIRST, via({ duration: 0, timing_data }), LAST],
    });
    expect(asked.train_schedule.schedule).toMatchObject([
      { at: "step-2", reception_signal: "OPEN" },
      { at: "step-3", reception_signal: "OPEN" },
    ]);
  });
});

describe("electrical profiles of a short term request", () => {
  it("slow the train as they slow it when it is kept", async () => {
    const weak = { ...CURVE, max_efforts: CURVE.max_efforts.map((effort) => effort / 4) };
    const any = { comfort: null, electrical_profile_level: null, power_restriction_code: null };
    const curves = [{ cond: { ...any, electrical_profile_level: "20000V" }, curve: weak }];
    const mode = { is_electric: true, default_curve: CURVE, curves };
    const stock = validStock({
      name: "profiled",
      effort_curves: { default_mode: "25000V", modes: { "25000V": mode } },
    });
    const { id: rolling_stock_id } = (await world.api.make("POST", "/rolling_stock", stock)).json;
    const track_ranges = [
      { track: "N", begin: 0, end: 4000 },
      { track: "M", begin: 0, end: 6000 },
    ];
    const set = validProfileSet({ levels: [{ value: "20000V", power_class: "5", track_ranges }] });
    const { id: electrical_profile_set_id } = (
      await world.api.make("POST", "/electrical_profile_set?name=weak", set)
    ).json;
    const { id } = await world.timetableOf();
    const strong = await world.ask(id, { rolling_stock_id });
    const slow = await world.ask(id, { rolling_stock_id, electrical_profile_set_id });
    expect(runTime_ms(slow.simulation)).toBeGreaterThan(runTime_ms(strong.simulation) + 10_000);
    expect(slow.simulation.electrical_profiles.values).toContainEqual(
      expect.objectContaining({ profile: "20000V" }),
    );
    for (const [answer, query] of [
      [strong, ""],
      [slow, `&electrical_profile_set_id=${electrical_profile_set_id}`],
    ] as const) {
      const kept = await keep(id, answer.train_schedule, query);
      expect(Math.abs(runTime_ms(kept) - runTime_ms(answer.simulation))).toBeLessThan(10);
    }
  });
});
