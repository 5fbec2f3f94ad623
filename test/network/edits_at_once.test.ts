// Method: edits over HTTP that are sent again under their key, or by many editors at once.
import { describe, expect, it } from "vitest";
import { AbortSource } from "../../src/platform/http/request.ts";
import { create, remove } from "../helpers/edit_operations.ts";
import { openEditedNetworks } from "./edited_networks.ts";

type Json = Record<string, unknown>;

const { api, draw, edit, read } = openEditedNetworks();

const detector = (id: string, position = 5) => ({ id, track: "A", position });

describe("an edit", () => {
  it.each([
    ["a batch", "", [remove("det"), create(detector("new"))]],
    ["a split", "/split_track_section", { track: "A", offset: 250_000 }],
    ["nothing", "", []],
  ])("under a key is made once: %s", async (_, tail, body) => {
    const infra = await draw();
    const keyed = { "idempotency-key": `edit ${infra}`.replace(" ", "-") };
    const send = async () => await api.call("POST", `/infra/${infra}${tail}`, body, keyed);
    const [first, ...racing] = await Promise.all(Array.from({ length: 6 }, send));
    expect(first?.status, first?.text).toBe(200);
    const after = await read(infra, "/railjson");
    for (const answer of [...racing, await send()]) {
      expect([answer.status, answer.text]).toEqual([200, first?.text]);
      expect(answer.headers["etag"]).toBe(first?.headers["etag"]);
    }
    expect(await read(infra, "/railjson")).toEqual(after);
    const other = await api.call("POST", `/infra/${infra}`, [remove("bs.a", "BufferStop")], keyed);
    expect(other.json.type).toBe("editoast:request:IdempotencyKeyReused");
    const locked = await api.make("POST", `/infra/${infra}/lock`).then(send);
    expect([locked.status, locked.text]).toEqual([200, first?.text]);
  });

  it("that is refused leaves its key unused", async () => {
    const infra = await draw();
    const keyed = { "idempotency-key": `refused-${infra}` };
    const body = [create(detector("new")), remove("later")];
    expect((await edit(infra, body, keyed)).status).toBe(404);
    await edit(infra, [create(detector("later"))]);
    expect((await edit(infra, body, keyed)).status).toBe(200);
  });

  it("of ten editors at once loses nothing", async () => {
    const infra = await draw();
    const editors = Array.from({ length: 10 }, (_, editor) => editor);
    const edited = await Promise.all(
      editors.map(async (editor) => {
        const answers: number[] = [];
        for (let n = 0; n < 5; n++) {
          answers.push((await edit(infra, [create(detector(`${editor} ${n}`))])).status);
        }
        return answers;
      }),
    );
    expect(edited.flat()).toEqual(Array.from({ length: 50 }, () => 200));
    const { detectors } = await read(infra, "/railjson");
    const ids = new Set(detectors.map(({ id }: Json) => id));
    expect(ids).toEqual(
      new Set(["det", ...editors.flatMap((e) => [0, 1, 2, 3, 4].map((n) => `${e} ${n}`))]),
    );
    expect((await read(infra)).version).toBe("51");
  });
});

describe("a network that editors open", () => {
  const countPages = (): number => api.statements.get("network/infra_object/page") ?? 0;

  /** Whether a network has begun to be read since. */
  const listenForReading = (): (() => boolean) => {
    const before = api.compute.runs.length;
    return () => api.compute.runs.slice(before).includes("take_objects");
  };

  it("is read once for all that ask at once, edits too", async () => {
    const pagesOf = async (work: (infra: number) => Promise<unknown>): Promise<number> => {
      const infra = await draw();
      const before = countPages();
      await work(infra);
      return countPages() - before;
    };
    const once = await pagesOf(async (infra) => await read(infra, "/attached/A"));
    expect(once).toBeGreaterThan(0);
    const together = await pagesOf(async (infra) => {
      const asked = ["/attached/A", "/attached/B", "/auto_fixes", "/routes/Detector/det"];
      const isRead = listenForReading();
      const asking = Promise.all(asked.map(async (tail) => await read(infra, tail)));
      // A question that comes after the edit also reads what the edit has changed.
      await expect.poll(isRead, { interval: 0 }).toBe(true);
      expect((await edit(infra, [create(detector("new"))])).status).toBe(200);
      await asking;
    });
    expect(together).toBe(once);
  });

  it("is read anew after a question whose caller left meanwhile", async () => {
    const infra = await draw();
    const abort = new AbortSource();
    const isRead = listenForReading();
    const left = api.send({ path: `/infra/${infra}/attached/A`, abort }).catch(() => null);
    await expect.poll(isRead, { interval: 0 }).toBe(true);
    abort.abort(new Error("it left"));
    await left;
    expect((await read(infra, "/attached/A")).Detector).toEqual(["det"]);
  });
});
