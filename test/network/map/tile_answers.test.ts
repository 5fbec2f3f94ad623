// Method: one small network; what a tile's request is refused for, how long its answer may be kept, and who gets it.
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../../helpers/api.ts";
import { replace } from "../../helpers/edit_operations.ts";
import { opened } from "../../helpers/opened.ts";
import { decodeTile, tileAt } from "../../helpers/tiles.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";

const api = opened(() => startTestApi({ PUBLIC_URL: "https://rail.example/api/" }));
let infra: number;
beforeAll(async () => {
  infra = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
});

const { z, x, y } = tileAt([0.003, 49], 12);
const TILE = `/layers/tile/track_sections/geo/${z}/${x}/${y}/`;

async function versionedTile(id: number): Promise<string> {
  const { json } = await api.make("GET", `/layers/layer/track_sections/mvt/geo/?infra=${id}`);
  return new URL(json.tiles[0].replace("{z}", z).replace("{x}", x).replace("{y}", y)).href;
}

const pathOf = (address: string): string => address.replace("https://rail.example/api", "");

describe("a tile's request", () => {
  it.each([
    ["/layers/tile/bridges/geo/5/1/1/?infra=INFRA", 404, "layers:LayerNotFound"],
    ["/layers/tile/signals/sch/5/1/1/?infra=INFRA", 404, "layers:ViewNotFound"],
    ["/layers/tile/constructor/geo/5/1/1/?infra=INFRA", 404, "layers:LayerNotFound"],
    ["/layers/tile/signals/geo/5/1/1/?infra=999999", 404, "infra:NotFound"],
    ["/layers/tile/signals/geo/5/1/1/", 400, "request:InvalidQuery"],
    ["/layers/tile/bridges/geo/5/1/1/?infra=x", 400, "request:InvalidQuery"],
    ["/layers/tile/signals/geo/25/1/1/?infra=INFRA", 400, "request:InvalidPathParameter"],
    ["/layers/tile/signals/geo/5/32/1/?infra=INFRA", 400, "request:InvalidPathParameter"],
    ["/layers/tile/signals/geo/5/1/32/?infra=INFRA", 400, "request:InvalidPathParameter"],
    ["/layers/tile/signals/geo/5/-1/1/?infra=INFRA", 400, "request:InvalidPathParameter"],
    ["/layers/tile/signals/geo/5/1.5/1/?infra=INFRA", 400, "request:InvalidPathParameter"],
    ["/layers/tile/signals/geo/5/1e1/1/?infra=INFRA", 400, "request:InvalidPathParameter"],
    [
      "/layers/tile/signals/geo/5/99999999999999999999/1/?infra=INFRA",
      400,
      "request:InvalidPathParameter",
    ],
  ])("%s is refused with %i %s", async (path, status, type) => {
    const { json } = await api.call("GET", path.replace("INFRA", String(infra)));
    expect(json).toMatchObject({ status, type: `editoast:${type}` });
  });

  it("names all layers and views that there are, sorted", async () => {
    const { expected_names } = (await api.call("GET", `/layers/layer/x/mvt/geo/?infra=${infra}`))
      .json.context as { expected_names: string[] };
    expect(expected_names).toEqual(expected_names.toSorted());
    expect(expected_names).toHaveLength(16);
    const view = (await api.call("GET", `/layers/layer/psl/mvt/x/?infra=${infra}`)).json.context;
    expect(view).toEqual({ view_name: "x", expected_names: ["geo"] });
  });

  it("is the same with and without a slash at its end, and under the clients' prefix", async () => {
    const [slashed, bare, prefixed] = await Promise.all(
      [TILE, TILE.slice(0, -1), `/api${TILE}`].map(
        async (path) => (await api.call("GET", `${path}?infra=${infra}`)).bytes,
      ),
    );
    expect(slashed?.length).toBeGreaterThan(0);
    expect(bare).toEqual(slashed);
    expect(prefixed).toEqual(slashed);
  });
});

describe("a tile's answer", () => {
  it("may be kept for ever by the address that the metadata tell, and by no other", async () => {
    const address = await versionedTile(infra);
    expect(address).toMatch(/^https:\/\/rail\.example\/api\/layers\/tile\/track_sections\//);
    const control = async (path: string) => (await api.call("GET", path)).headers["cache-control"];
    expect(await control(pathOf(address))).toBe("private, max-age=31536000, immutable");
    expect(await control(`${TILE}?infra=${infra}`)).toBe("private, no-cache");
    expect(await control(`${TILE}?infra=${infra}&v=older`)).toBe("private, no-store");
  });

  it("is not sent again to who has it", async () => {
    const first = await api.call("GET", `${TILE}?infra=${infra}`);
    const again = await api.call("GET", `${TILE}?infra=${infra}`, undefined, {
      "if-none-match": first.headers["etag"] ?? "",
    });
    expect([first.status, again.status, again.bytes.length]).toEqual([200, 304, 0]);
  });

  it("is gzip for who takes it, also where another coding is preferred", async () => {
    const track_sections = (TINY_RAILJSON["track_sections"] as Record<string, unknown>[]).flatMap(
      (section) =>
        Array.from({ length: 60 }, (_, i) => ({ ...section, id: `${String(section["id"])} ${i}` })),
    );
    const document = { ...TINY_RAILJSON, track_sections };
    const large = (await api.make("POST", "/infra/railjson?name=many", document)).json.infra;
    const plain = await api.call("GET", `${TILE}?infra=${large}`);
    const coded = await api.call("GET", `${TILE}?infra=${large}`, undefined, {
      "accept-encoding": "br, gzip",
    });
    expect(coded.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-type": "application/x-protobuf",
    });
    expect(gunzipSync(coded.bytes)).toEqual(Buffer.from(plain.bytes));
    expect(decodeTile(plain.bytes).features).toHaveLength(120);
  });

  it("is cut once, also of a clone, and another content has another address", async () => {
    const clone = (await api.make("POST", `/infra/${infra}/clone?name=copy`)).json;
    await api.call("GET", `${TILE}?infra=${infra}`);
    const count = () => api.compute.runs.filter((name) => /_layer|_tile/.test(name)).length;
    const before = count();
    await api.call("GET", `${TILE}?infra=${infra}`);
    await api.call("GET", `${TILE}?infra=${clone}`);
    expect(count()).toBe(before);
    const other = (await api.make("POST", "/infra/railjson?name=other", TINY_RAILJSON)).json.infra;
    const version = (address: string) => new URL(address).searchParams.get("v");
    expect(version(await versionedTile(clone))).toBe(version(await versionedTile(infra)));
    expect(version(await versionedTile(other))).not.toBe(version(await versionedTile(infra)));
  });

  it("is cut again after an edit of what its layer is drawn from alone, and its address is another one then", async () => {
    const edited = (await api.make("POST", "/infra/railjson?name=edited", TINY_RAILJSON)).json
      .infra;
    const layers = ["track_sections", "signals", "routes", "operational_points", "errors"];
    const look = async (id: number) => {
      const seen = layers.map(async (layer) => {
        const { json } = await api.make("GET", `/layers/layer/${layer}/mvt/geo/?infra=${id}`);
        const { bytes } = await api.call(
          "GET",
          `/layers/tile/${layer}/geo/${z}/${x}/${y}/?infra=${id}`,
        );
        return [layer, { v: new URL(json.tiles[0]).searchParams.get("v"), bytes: [...bytes] }];
      });
      return Object.fromEntries(await Promise.all(seen)) as Record<string, { v: string }>;
    };
    const differences = async (obj_type: string, obj_id: string, path: string, value: unknown) => {
      const before = await look(edited);
      const clone = (await api.make("POST", `/infra/${edited}/clone?name=before`)).json;
      await api.make("POST", `/infra/${edited}`, [replace(obj_type, obj_id, path, value)]);
      const after = await look(edited);
      expect(await look(clone)).toEqual(before);
      const stored = (await api.make("GET", `/infra/${edited}/railjson`)).json;
      const fresh = (await api.make("POST", "/infra/railjson?name=fresh", stored)).json.infra;
      const drawn = await look(fresh);
      for (const layer of layers) {
        expect({ ...after[layer], v: "" }).toEqual({ ...drawn[layer], v: "" });
      }
      return layers.filter((layer) => after[layer]?.v !== before[layer]?.v);
    };
    expect(await differences("Signal", "s.left", "/position", 500)).toEqual(["signals", "errors"]);
    expect(await differences("Detector", "det", "/position", 980)).toEqual(["routes", "errors"]);
    expect(await differences("TrackSection", "A", "/geo/coordinates/0", [0.001, 49])).toEqual(
      layers,
    );
  });
});
