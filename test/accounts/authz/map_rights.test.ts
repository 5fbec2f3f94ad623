// Method: a tile is cut for one caller; it is refused to who may not read the network, also while it is kept, and told again without being cut when the right is back.
import { describe, expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { tileAt } from "../../helpers/tiles.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { openWorld } from "./world.ts";

const world = opened(openWorld);

describe("a kept tile", () => {
  it("is refused without Reader on its network or the role, and so are its metadata", async () => {
    const { infra } = await world.make("POST", "/infra/railjson?name=map", TINY_RAILJSON);
    const who = await world.caller(["infra:read"]);
    const stranger = await world.caller(["infra:read"]);
    const roleless = await world.caller(["timetable:read"]);
    for (const { id } of [who, roleless]) await world.grant("infra", infra, id, "Reader");
    const metadata = `/layers/layer/track_sections/mvt/geo/?infra=${infra}`;
    const get = async (caller: typeof who, path: string) =>
      await world.send(caller, { method: "GET", path });
    const told = await get(who, metadata);
    const [address] = told.json.tiles as string[];
    const { z, x, y } = tileAt([0.003, 49], 14);
    const filled = (address ?? "").replace("{z}/{x}/{y}", `${z}/${x}/${y}`);
    const { pathname, search } = new URL(filled);
    const tile = pathname + search;
    const warm = await get(who, tile);
    expect([warm.status, warm.bytes.length > 0]).toEqual([200, true]);
    const cut_count = world.compute.runs.length;
    for (const path of [metadata, tile, `${pathname}?infra=${infra}`]) {
      for (const caller of [stranger, roleless]) {
        const { status, text } = await get(caller, path);
        expect(status, path).toBe(403);
        expect(text).not.toContain("tiles");
      }
    }
    await world.db.run("delete from resource_grant where resource_id = $1 and subject_id = $2", [
      infra,
      who.id,
    ]);
    const known = { "if-none-match": warm.headers["etag"] ?? "" };
    const request = { method: "GET", path: tile, headers: known };
    expect((await world.send(who, request)).status).toBe(403);
    await world.grant("infra", infra, who.id, "Reader");
    expect((await world.send(who, request)).status).toBe(304);
    expect((await get(who, tile)).bytes).toEqual(warm.bytes);
    expect(world.compute.runs.length).toBe(cut_count);
  });
});
