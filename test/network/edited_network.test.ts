// Method: a network is edited, cloned and edited again; which compiled networks the server makes, from what, and which it drops.
import { describe, expect, it, vi } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { remove, replace } from "../helpers/edit_operations.ts";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";

const api = opened(startTestApi);

async function importTiny(): Promise<number> {
  return (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
}

async function edit(infra: number, length: number): Promise<void> {
  await api.make("POST", `/infra/${infra}`, [replace("TrackSection", "A", "/length", length)]);
}

async function lengthen(infra: number, length: number): Promise<void> {
  await edit(infra, length);
  await api.make("POST", `/infra/${infra}/load`);
}

async function contentOf(infra: number): Promise<string> {
  const query = "select content_id from infra where id = $1";
  const [row] = await api.services.db.run<{ content_id: number }>(query, [infra]);
  return String(row?.content_id);
}

describe("the network of an edited content", () => {
  it("is compiled from the one before it, which then leaves memory", async () => {
    const infra = await importTiny();
    // An import goes on to compile on its own.
    await api.make("POST", `/infra/${infra}/load`);
    const first = await contentOf(infra);
    const whole = api.compute.runs.filter((name) => name === "compile_infra").length;
    await lengthen(infra, 1001);
    await lengthen(infra, 1002);
    expect(api.compute.runs.filter((name) => name === "compile_infra")).toHaveLength(whole);
    expect(api.compute.runs).toContain("change_infra");
    await vi.waitFor(() => expect(api.compute.evicted).toContain(first), {
      timeout: scaled(5_000),
    });
  });

  it("leaves the one before it where a clone has that", async () => {
    const infra = await importTiny();
    const first = await contentOf(infra);
    await api.make("POST", `/infra/${infra}/clone?name=clone`);
    await lengthen(infra, 1001);
    const second = await contentOf(infra);
    await lengthen(infra, 1002);
    await vi.waitFor(() => expect(api.compute.evicted).toContain(second), {
      timeout: scaled(5_000),
    });
    expect(api.compute.evicted).not.toContain(first);
  });

  it("is the newest one's alone where several edits come while one is compiled", async () => {
    const infra = await importTiny();
    const { infras } = api.services;
    const get = infras.get.bind(infras);
    const asked: string[] = [];
    let goOn = (): void => undefined;
    const compiled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const spy = vi.spyOn(infras, "get").mockImplementation(async (content_id, options) => {
      asked.push(String(content_id));
      await compiled;
      return await get(content_id, options);
    });
    try {
      await edit(infra, 1001);
      const first = await contentOf(infra);
      for (const length of [1002, 1003, 1004]) await edit(infra, length);
      const last = await contentOf(infra);
      goOn();
      await vi.waitFor(() => expect(asked).toContain(last), { timeout: scaled(5_000) });
      expect(asked).toEqual([first, last]);
    } finally {
      spy.mockRestore();
    }
  });

  it("is compiled whole after an edit that has made it unusable", async () => {
    const infra = await importTiny();
    const whole = api.compute.runs.filter((name) => name === "compile_infra").length;
    await api.make("POST", `/infra/${infra}`, [remove("A", "TrackSection")]);
    await api.call("POST", `/infra/${infra}/load`);
    expect(api.compute.runs.filter((name) => name === "compile_infra").length).toBe(whole + 1);
  });
});
