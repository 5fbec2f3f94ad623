// Method: the page's files through dispatch, from a folder made for the test, and from the build; a socket for what
// only a socket shows.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { AbortSource, type HttpResponse } from "../../../src/platform/http/request.ts";
import { compress } from "../../../src/platform/http/sending/compression.ts";
import { readPage } from "../../../src/platform/static_files.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { freePort, ready, ServerProcesses } from "../../helpers/server_process.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";

const SCRIPT = "console.log('x');\n".repeat(2000);
const folder = mkdtempSync(join(tmpdir(), "marey-page-"));

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>x</title>");
  writeFileSync(join(folder, "assets/main-abc.js"), SCRIPT);
  writeFileSync(join(folder, "assets/main-abc.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "assets/main-abc.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(folder, "assets/notes.txt"), "not for others");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

function services(page = readPage(folder), more: Readonly<Record<string, string>> = {}) {
  const env = { AUTHORIZATION: "enforce", ...more };
  return makeServices({ db: database.db, env, services: { page } });
}

/** As it goes out: through the content coding of answers too. */
async function fetchRaw(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const request = {
    method: "GET",
    path,
    query: "",
    headers: Object.entries(headers).flat(),
    remote_address: "127.0.0.1",
    abort: new AbortSource(),
    readBody: async () => new Uint8Array(0),
  };
  return await compress(request, await createDispatch(services(), ENDPOINTS)(request));
}

function headerOf({ headers }: HttpResponse, name: string): string | undefined {
  const at = headers.indexOf(name);
  return at < 0 ? undefined : headers[at + 1];
}

describe("the planner's page", () => {
  it("is public, checked for a new version each time, and may load its own files alone", async () => {
    const page = await call(services(), { path: "/" });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.headers["x-content-type-options"]).toBe("nosniff");
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("may load a base map, from the origins alone that the operator names", async () => {
    const answered = async (BASE_MAP_STYLE: string) => {
      const own = services(undefined, { BASE_MAP_STYLE });
      const { headers } = await call(own, { path: "/" });
      const told = JSON.parse((await call(own, { path: "/base_map" })).text) as unknown;
      return { policy: headers["content-security-policy"] ?? "", told };
    };
    expect((await answered("")).told).toEqual({ style: null });
    const style = "https://land.example/style.json";
    const { policy, told } = await answered(`${style}, https://tiles.example/x`);
    expect(told).toEqual({ style });
    const parts = policy.split("; ").filter((part) => part.includes("example"));
    expect(parts).toEqual([
      "img-src 'self' data: blob: https://land.example https://tiles.example",
      "connect-src 'self' https://land.example https://tiles.example",
    ]);
    for (const wrong of ["land.example", "javascript:alert(1)", "https://"]) {
      await expect(answered(wrong)).rejects.toThrow("BASE_MAP_STYLE");
    }
  });

  it("has files that never change under their names", async () => {
    const file = await call(services(), { path: "/assets/main-abc.js" });
    expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(file.text).toBe(SCRIPT);
    expect(file.headers["content-encoding"]).toBeUndefined();
  });

  it("sends the form made at build that the client prefers, and compresses it no second time", async () => {
    const path = "/assets/main-abc.js";
    const br = await fetchRaw(path, { "accept-encoding": "gzip, deflate, br" });
    expect(headerOf(br, "content-encoding")).toBe("br");
    expect(brotliDecompressSync(br.body as Uint8Array).toString()).toBe(SCRIPT);
    const gzip = await fetchRaw(path, { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.body as Uint8Array).toString()).toBe(SCRIPT);
    expect(headerOf(gzip, "vary")).toBe("accept-encoding");
    expect(headerOf(gzip, "etag")).not.toBe(headerOf(br, "etag"));
  });

  it("is not sent again to a client that has it", async () => {
    for (const coding of ["br", "gzip", "identity"]) {
      const headers = { "accept-encoding": coding };
      const tag = headerOf(await fetchRaw("/assets/main-abc.js", headers), "etag") ?? "";
      const again = await fetchRaw("/assets/main-abc.js", { ...headers, "if-none-match": tag });
      expect([again.status, again.body, headerOf(again, "etag")]).toEqual([304, "", tag]);
    }
  });

  it("is not sent again by a list of tags, weak ones too, or `*`; and by nothing that only begins like it", async () => {
    const path = "/assets/main-abc.js";
    const tag = headerOf(await fetchRaw(path, {}), "etag") ?? "";
    const inner = tag.slice(1, -1);
    const statusOf = async (known: string): Promise<number> =>
      (await fetchRaw(path, { "if-none-match": known })).status;
    for (const known of ["*", ` * `, `W/${tag}`, `"a", ${tag}`, `W/"a,b" ,W/${tag},"c"`]) {
      expect(await statusOf(known), known).toBe(304);
    }
    for (const other of [
      '"another"',
      `"${inner}x"`,
      `"${inner}-gzip"`,
      `"x${inner}"`,
      inner,
      `"*"`,
    ]) {
      expect(await statusOf(other), other).toBe(200);
    }
  });

  it("has no files but its own", async () => {
    for (const name of ["notes.txt", "main-abc.js.br", "..%2Findex.html", "__proto__"]) {
      expect((await call(services(), { path: `/assets/${name}` })).status, name).toBe(404);
    }
  });

  it("is not there when it was not built or is switched off, and the rest is", async () => {
    expect(readPage(join(folder, "nothing"))).toBeNull();
    const without = services(null);
    expect((await call(without, { path: "/" })).status).toBe(404);
    expect((await call(without, { path: "/assets/main-abc.js" })).status).toBe(404);
    expect((await call(without, { path: "/health" })).status).toBe(200);
  });

  it("is what the build has made: relative addresses, each of a file that is there", () => {
    const built = readPage();
    if (built === null) throw new Error("npm run build comes first");
    const html = new TextDecoder().decode(built.index.bytes);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at = ""]) => at);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address).toMatch(/^\.\/assets\//);
      expect(built.assets.has(address.slice("./assets/".length)), address).toBe(true);
    }
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|style=/);
    for (const [name, { bytes, br, gzip }] of built.assets) {
      // A font is compressed as it is.
      if (name.endsWith(".woff")) continue;
      if (br === null || gzip === null) throw new Error(`${name} has no compressed form`);
      expect(brotliDecompressSync(br).equals(Buffer.from(bytes)), name).toBe(true);
      expect(gunzipSync(gzip).equals(Buffer.from(bytes)), name).toBe(true);
    }
  });
});

describe("a server", () => {
  it("serves the page, answers 304 on a connection that goes on, and has none with PAGE=off", async () => {
    const processes = new ServerProcesses();
    try {
      const port = await freePort();
      const run = processes.run({ PORT: String(port), LOG_LEVEL: "warn" });
      await ready(port);
      const base = `http://127.0.0.1:${port}`;
      const page = await fetch(`${base}/`);
      expect(await page.text()).toBe(
        readFileSync(join(import.meta.dirname, "../../../dist/web/index.html"), "utf8"),
      );
      const tag = page.headers.get("etag") ?? "";
      for (let i = 0; i < 3; i++) {
        const kept = await fetch(`${base}/`, { headers: { "if-none-match": tag } });
        expect([kept.status, await kept.text()]).toEqual([304, ""]);
      }
      run.child.kill("SIGTERM");
      await run.exit;
      const off_port = await freePort();
      const off = processes.run({ PORT: String(off_port), PAGE: "off", LOG_LEVEL: "warn" });
      await ready(off_port);
      expect((await fetch(`http://127.0.0.1:${off_port}/`)).status).toBe(404);
      off.child.kill("SIGTERM");
      await off.exit;
    } finally {
      processes.close();
    }
  });
});
