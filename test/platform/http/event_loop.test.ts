// Method: the built server in a process of its own gets bodies that made it stop before; it answers them and others after them. The long run sends every shape to every endpoint, the bench `event_loop` measures them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { FORMS, SHAPES, type Shape } from "./hostile_bodies.ts";
import { endpointOf, fillServer, type Named, sendShape } from "./sent_shapes.ts";

const CHOSEN: readonly (readonly [string, string])[] = [
  ["POST /timetable/:timetable_id/train_schedules", "a train with every fault"],
  ["POST /timetable/:timetable_id/train_schedules", "a train of a million labels"],
  ["POST /timetable/:timetable_id/train_schedules", "an object of many keys"],
  ["POST /timetable/:timetable_id/paced_trains", "ten thousand paced trains"],
  ["PUT /train_schedule/:train_schedule_id", "80,000 keys"],
  ["POST /timetable/:timetable_id/import", "a train of 100,000 keys"],
  ["POST /infra/:infra_id/pathfinding/blocks", "200,000 waypoints"],
  ["POST /temporary_speed_limit_group", "a limit of 100,000 ranges"],
  ["POST /timetable/:timetable_id/what_if", "1,000 trains of 480 waypoints"],
  ["POST /timetable/:timetable_id/what_if", "30 trains of 9,999 waypoints"],
  ["POST /timetable/:timetable_id/changes", "1,000 trains of 90 waypoints"],
  ["POST /timetable/:timetable_id/resolution", "ten thousand conflicts and trains"],
  ["POST /timetable/:timetable_id/robustness", "a thousand delays of as many values as fit"],
  ["POST /timetable/:timetable_id/reports", "ten thousand reports"],
  ["POST /timetable/:timetable_id/reports", "a hundred thousand reports"],
  ["POST /timetable/:timetable_id/proposals", "a hundred thousand weights"],
  ["POST /timetable/:timetable_id/proposals/take", "a hundred thousand decisions"],
  ["POST /operation", "80,000 keys"],
  ["POST /operation", "a date as long as fits"],
  ["POST /operation/:operation_id/refresh", "80,000 keys"],
  ["POST /operation/:operation_id/refresh", "the same key as often as fits"],
  ["DELETE /train_schedule", "many ids"],
  ["POST /authz/me/privileges", "an object of many keys"],
];

let server: ProbedServer;
let named: Named;

beforeAll(async () => {
  server = await startProbedServer();
  named = await fillServer(server);
});
afterAll(async () => {
  await server.stop();
});

function shapeOf(title: string, what: string): Shape {
  const found = [...SHAPES, ...(FORMS[title] ?? [])].find(([name]) => name === what);
  if (found === undefined) throw new Error(`${title} has no shape ${what}`);
  return found;
}

describe("the main thread", () => {
  it.each(CHOSEN)("of a server that gets %s of %s goes on with others", async (title, what) => {
    const shape = shapeOf(title, what);
    expect(await sendShape(server, endpointOf(title), named, shape)).toBeLessThan(500);
    expect((await server.read("/health")).status).toBe(200);
  });
});
