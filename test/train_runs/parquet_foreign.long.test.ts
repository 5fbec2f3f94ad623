// Method: the tables of a timetable with hostile names, read by pyarrow (PyPI) and by hyparquet, row by row; what
// hyparquet reads is compared with the JSON in parquet_tables.test.ts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { findPython } from "../helpers/python.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const NAMES = ["=1+1", "'x", 'a "b",\r\nc', "Straße 中😀", "\u202E", ""];
/** Dates as milliseconds; times of pyarrow are in a zone. */
const READ = `
import sys, json, datetime, pyarrow.parquet as parquet
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
def plain(value):
    if isinstance(value, datetime.datetime):
        value = value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)
        return round((value - epoch).total_seconds() * 1000)
    return value
rows = parquet.read_table(sys.argv[1]).to_pylist()
print(json.dumps([{name: plain(value) for name, value in row.items()} for row in rows]))
`;

const folder = mkdtempSync(join(tmpdir(), "marey-parquet-"));
const python = findPython(folder, ["pyarrow==21.0.0"]);
if (python === null) console.warn("SKIPPED: no python3 with pyarrow, and none to install");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const api = opened(() => startNetworkApi(NETWORK));

const plainOf = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Date ? value.getTime() : value;
};

describe.skipIf(python === null)("tables of a timetable", () => {
  it("are the same to pyarrow and to hyparquet", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const forms = NETWORK.train_schedules.map((form, i) => ({
      ...form,
      start_time: "2026-03-02T08:00:00.250Z",
      train_name: NAMES[i % NAMES.length],
    }));
    await api.make("POST", `/timetable/${timetable_id}/train_schedules`, forms);
    const query = `infra=${api.infra_id}&format=parquet`;
    for (const what of [
      `run_points?infra=${api.infra_id}`,
      `conflicts?${query}`,
      `occupied_zones?at=2026-03-02T08:03:00Z&${query}`,
      `forecast?${query}`,
      `robustness?${query}`,
    ]) {
      const path_asked = `/timetable/${timetable_id}/${what}`;
      const { bytes } = what.startsWith("robustness")
        ? await api.make("POST", path_asked, { delays: [], days: 2 })
        : await api.make("GET", path_asked);
      const path = join(folder, "table.parquet");
      writeFileSync(path, bytes);
      const { stdout, stderr } = spawnSync(python ?? "", ["-c", READ, path], {
        maxBuffer: 2 ** 30,
      });
      expect(stderr.toString()).toBe("");
      const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
      expect(rows.length, what).toBeGreaterThan(1);
      expect(JSON.parse(stdout.toString())).toEqual(
        rows.map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainOf(value)])),
        ),
      );
    }
  });
});
