/** Requests that wait for a concurrent deletion of their resource: the documented error, never a 500. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import {
  connectForTest,
  startTestDatabase,
  type TestDatabase,
} from "../../helpers/test_database.ts";
import type { Resource } from "./model.ts";
import { ServedWorld } from "./served_world.ts";

const GATE = 4711;

let database: TestDatabase;
let served: ServedWorld;
/** One connection, so that it can hold a lock from one statement to the next. */
let keeper: Database;

beforeAll(async () => {
  database = await startTestDatabase();
  served = new ServedWorld(database);
  keeper = connect({ ...connectForTest(database.target), connections: 1, streams: 1 });
});

afterAll(async () => {
  await keeper.close();
  await database.close();
});

/** Until so many statements wait for a lock. */
async function waitForBlocked(count: number): Promise<void> {
  for (;;) {
    const [row] = await keeper.run<{ blocked: number }>(
      `select count(*) as blocked from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((row?.blocked ?? 0) >= count) return;
  }
}

/** Sends a request while a deletion has been done and not committed; the request's status and error. */
async function duringDeletion(
  [table, id]: readonly ["subject" | "project", number],
  send: () => Promise<{ readonly status: number; readonly json: { readonly type: string } }>,
): Promise<{ status: number; type: string }> {
  await keeper.run(`select pg_advisory_lock(${GATE})`);
  const deletion = database.db.run(
    `with gone as (delete from ${table} where id = $1 returning id)
     select pg_advisory_xact_lock(${GATE}) from gone`,
    [id],
  );
  await waitForBlocked(1);
  const answer = send();
  await waitForBlocked(2);
  await keeper.run(`select pg_advisory_unlock(${GATE})`);
  await deletion;
  const { status, json } = await answer;
  return { status, type: json.type };
}

async function makeShare(name: string): Promise<{ actor: number; user: number; on: Resource }> {
  const actor = await served.arrive(`${name}/actor`, ["planner"]);
  const user = await served.arrive(`${name}/user`, []);
  await served.apply({ kind: "create", actor, type: "project" });
  const on = served.world.resources.at(-1);
  if (on === undefined) throw new Error("nothing was made");
  return { actor, user, on };
}

it("answers that the subject is unknown when it is deleted while a grant is made out to it", async () => {
  const { actor, user, on } = await makeShare("subject");
  const answer = await duringDeletion(["subject", user], () =>
    served.send(actor, {
      method: "POST",
      path: `/authz/project/${on.id}/grants`,
      body: { subject_id: user, grant: "Reader" },
    }),
  );
  expect(answer).toEqual({ status: 404, type: "editoast:authz:UnknownSubject" });
});

it("answers that the resource is unknown when it is deleted while a grant on it is made", async () => {
  const { actor, user, on } = await makeShare("resource");
  const answer = await duringDeletion(["project", on.id], () =>
    served.send(actor, {
      method: "POST",
      path: `/authz/project/${on.id}/grants`,
      body: { subject_id: user, grant: "Reader" },
    }),
  );
  expect(answer).toEqual({ status: 404, type: "editoast:authz:UnknownResource" });
});
