/** Replays sequences that were found on the model as requests, in a world made for each. */
import type { TestDatabase } from "../../helpers/test_database.ts";
import { type Found, OTHER, OWNER, refusedIn, type Step, sequenceTo } from "./escalation.ts";
import type { On, Operation } from "./operations.ts";
import { ServedWorld } from "./served_world.ts";

/** Ids of the model's world to those of the server's. */
type Ids = ReadonlyMap<number, number>;

function translateOn({ type, id }: On, ids: Ids): On {
  return { type, id: ids.get(id) ?? 0 };
}

function translate(served: ServedWorld, ids: Ids, { operation, subject }: Step): Operation {
  const real = (id: number): number => ids.get(id) ?? 0;
  switch (operation.kind) {
    case "share": {
      const { subject: whom } = operation;
      const on = translateOn(operation.on, ids);
      const actor = real(operation.actor);
      return { ...operation, actor, on, subject: whom === null ? null : real(whom) };
    }
    case "change":
    case "revoke": {
      const on = translateOn(operation.on, ids);
      const whose = subject === null ? null : real(subject);
      const grant = served.world.grants.find(
        (g) => g.resource.type === on.type && g.resource.id === on.id && g.subject === whose,
      );
      return { ...operation, actor: real(operation.actor), on, grant_id: grant?.id ?? 0 };
    }
    case "add":
    case "remove": {
      const users = operation.users.map(real);
      const group = real(operation.group);
      return { ...operation, actor: real(operation.actor), group, users };
    }
    case "delete": {
      const on = translateOn(operation.on, ids);
      return { ...operation, actor: real(operation.actor), on };
    }
    case "create":
    case "give_roles":
    case "take_roles":
    case "delete_user":
    case "arrive":
      throw new Error(`${operation.kind} is not searched`);
  }
}

/** A server's world of two users with what the model's start has; returns its ids by the model's. */
async function open(served: ServedWorld, start: readonly On[]): Promise<Ids> {
  const ids = new Map<number, number>();
  let parent: number | undefined;
  for (const { type, id } of start) {
    const actor = served.world.users[0] ?? 0;
    const of_parent = type === "study" && parent !== undefined ? { parent } : {};
    await served.apply({ kind: "create", actor, type, ...of_parent });
    parent = served.world.resources.at(-1)?.id ?? 0;
    ids.set(id, parent);
  }
  ids.set(OWNER, served.world.users[0] ?? 0);
  ids.set(OTHER, served.world.users[1] ?? 0);
  return ids;
}

interface Replayed {
  /** Operations that were done. */
  readonly done: number;
  /** Operations that were refused, as in the model. */
  readonly refused: number;
}

/**
 * Every step has the model's outcome, and in the end all levels and lists are the model's. In the first
 * `probed_max` states everything is tried that the model refuses, too.
 */
export async function replay(
  database: TestDatabase,
  start: readonly On[],
  { kept, probed_max }: { readonly kept: Found["kept"]; readonly probed_max: number },
): Promise<Replayed> {
  let [done, refused] = [0, 0];
  for (const [n, node] of kept.entries()) {
    const served = new ServedWorld(database);
    for (const who of ["owner", "other"]) {
      await served.arrive(`${start[0]?.type}/${n}/${who}`, ["planner"]);
    }
    const ids = await open(served, start);
    for (const step of sequenceTo(node)) {
      const outcome = await served.apply(translate(served, ids, step));
      if (outcome !== "done") throw new Error(`${JSON.stringify(step)}: ${outcome}`);
      done++;
    }
    for (const step of n < probed_max ? refusedIn(node) : []) {
      const outcome = await served.apply(translate(served, ids, step));
      if (outcome === "done") throw new Error(`${JSON.stringify(step)}: done`);
      refused++;
    }
    await served.compare();
  }
  return { done, refused };
}
