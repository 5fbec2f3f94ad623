// Method: proposals that come when the reader of their lines says so.
import { describe, expect, it } from "vitest";
import { printLines, type Told } from "../../src/train_runs/resolution/answer_resolution.ts";

function told(cost: number): Told {
  return { json: `{"cost":${cost}}`, work: 1, left: 0, cost, bound: 0 };
}

/** Two proposals, then nothing more until the reader has seen progress. */
class Search {
  #end: () => void = () => undefined;
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  async *run(): AsyncGenerator<Told> {
    yield told(2);
    yield told(1);
    await this.#ended;
  }

  end(): void {
    this.#end();
  }
}

async function read(lines: AsyncGenerator<Iterable<string>>): Promise<string | null> {
  const { done, value } = await lines.next();
  return done === true ? null : [...value].join("");
}

describe("lines of proposals", () => {
  it("end with the last proposal, also when it was told long before", async () => {
    const search = new Search();
    const lines = printLines(search.run());
    expect([await read(lines), await read(lines)]).toEqual(['{"cost":2}\n', '{"cost":1}\n']);
    const { progress } = JSON.parse((await read(lines)) ?? "");
    expect(progress).toMatchObject({ work: 1, left: 0, cost: 1 });
    search.end();
    expect(await read(lines)).toBe('{"cost":1}\n');
    expect(await read(lines)).toBeNull();
  });

  it("tell none twice where nothing comes between", async () => {
    const search = new Search();
    search.end();
    const lines = printLines(search.run());
    expect([await read(lines), await read(lines), await read(lines)]).toEqual([
      '{"cost":2}\n',
      '{"cost":1}\n',
      null,
    ]);
  });
});
