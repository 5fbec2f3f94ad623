// Method: a right is taken while a worker reads an import, by the task itself; what is answered and stored then. Streams of pieces that are made when the test says so.
import { beforeAll, describe, expect, it } from "vitest";
import { whileAllowed } from "../../../src/platform/http/sending/while_allowed.ts";
import { opened } from "../../helpers/opened.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { validTrain } from "../../platform/http/rules/valid_forms.ts";
import { openWorld } from "./world.ts";

const world = opened(openWorld);
let whenRun: (name: string) => Promise<void> = async () => undefined;
beforeAll(async () => {
  const compute = { ...world.compute };
  const watch = async (...asked: Parameters<typeof compute.run>): Promise<unknown> => {
    const outcome = await compute.run(...asked);
    await whenRun(asked[0]);
    return outcome;
  };
  Object.assign(world.compute, { run: watch });
});

async function count(table: string): Promise<number> {
  const [row] = await world.db.run<{ count: number }>(`select count(*)::int from ${table}`);
  return row?.count ?? -1;
}

const document = { version: 1, train_schedules: [validTrain()], paced_trains: [] };

describe("a right that is taken while an import is read", () => {
  it.each(["a grant", "a role", "nothing"])("%s: nothing is stored without it", async (what) => {
    const timetable = await world.timetable();
    const who = await world.caller(["timetable:write"]);
    const grant = await world.grant("timetable", timetable, who.id, "Creator");
    whenRun = async (name) => {
      if (name !== "split_timetable") return;
      if (what === "a grant") {
        const path = `/authz/timetable/${timetable}/grants/${grant}`;
        expect((await world.send(world.owner, { method: "DELETE", path })).status).toBe(204);
      } else if (what === "a role") {
        await world.db.run("delete from subject_role where subject_id = $1", [who.id]);
      }
    };
    const before = await count("train_schedule");
    const path = `/timetable/${timetable}/import`;
    const { status, text } = await world.send(who, { method: "POST", path, body: document });
    const more = (await count("train_schedule")) - before;
    expect([status, more], text).toEqual(what === "nothing" ? [200, 1] : [403, 0]);
  });

  it("of a network leaves none of it", async () => {
    const who = await world.caller(["infra:write"]);
    whenRun = async (name) => {
      if (name !== "parse_railjson") return;
      await world.db.run("delete from subject_role where subject_id = $1", [who.id]);
    };
    const [infras, contents] = [await count("infra"), await count("infra_content")];
    const path = "/infra/railjson?name=taken";
    const { status } = await world.send(who, { method: "POST", path, body: TINY_RAILJSON });
    expect(status).toBe(403);
    expect([await count("infra"), await count("infra_content")]).toEqual([infras, contents]);
  });
});

describe("a stream whose caller loses a right", () => {
  it("ends before the next piece, and ends what makes it", async () => {
    let is_allowed = true;
    let made = 0;
    let has_ended = false;
    async function* make(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Uint8Array.of(made++);
      } finally {
        has_ended = true;
      }
    }
    const check = async (): Promise<void> => {
      if (!is_allowed) throw new Error("Forbidden");
    };
    const stream = whileAllowed(make(), check, 0);
    expect([(await stream.next()).value, (await stream.next()).value]).toEqual([
      Uint8Array.of(0),
      Uint8Array.of(1),
    ]);
    is_allowed = false;
    await expect(stream.next()).rejects.toThrow("Forbidden");
    expect([made, has_ended]).toEqual([3, true]);
  });
});
