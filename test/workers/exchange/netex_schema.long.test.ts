// Method: drawn timetables with and without days are written as NeTEx, and validated by lxml (PyPI) against the public
// schema, with its constraints. NETEX_SCHEMA names a folder with NeTEx_publication.xsd; else Maven brings the
// archive of netex-java-model, which holds the schema of each version.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { findPython } from "../../helpers/python.ts";
import { drawnDated } from "./dated_timetables.ts";
import { drawnTrains } from "./drawn_timetables.ts";

const ARCHIVE = "org.entur:netex-java-model:2.0.15:jar";
/** That of the Nordic profile, and the newest one. */
const VERSIONS = ["1.10", "1.15"];
const TIMETABLES = 100;

const VALIDATE = `
import sys, os, lxml.etree as etree
place, files = sys.argv[1], sorted(os.listdir(sys.argv[2]))
schema = etree.XMLSchema(etree.parse(place))
for name in files:
    if not schema.validate(etree.parse(os.path.join(sys.argv[2], name))):
        error = schema.error_log[0]
        print(f"{name}:{error.line}: {error.message[:300]}")
`;
const UNPACK = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
archive.extractall(sys.argv[2], [name for name in archive.namelist() if name.endswith(".xsd")])
`;

const folder = mkdtempSync(join(tmpdir(), "marey-netex-"));
const python = findPython(folder, ["lxml==6.1.3"]);
const schemas = python === null ? [] : findSchemas(python);
if (schemas.length === 0) console.warn("SKIPPED: no python3 with lxml, or no schema of NeTEx");

function findSchemas(own: string): readonly string[] {
  const given = process.env["NETEX_SCHEMA"];
  if (given !== undefined) return [join(given, "NeTEx_publication.xsd")];
  const fetch = ["-q", "-B", "dependency:copy", `-Dartifact=${ARCHIVE}`];
  spawnSync("mvn", [...fetch, `-DoutputDirectory=${folder}`], { stdio: "inherit", cwd: folder });
  const archive = readdirSync(folder).find((name) => name.endsWith(".jar"));
  if (archive === undefined) return [];
  spawnSync(own, ["-c", UNPACK, join(folder, archive), folder]);
  return VERSIONS.map((version) => join(folder, "xsd", version, "NeTEx_publication.xsd")).filter(
    existsSync,
  );
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(schemas.length === 0)("publications that this server writes", () => {
  const files = mkdtempSync(join(folder, "files-"));
  const forms = [
    ...fc.sample(drawnDated(1), { numRuns: TIMETABLES, seed: 1 }),
    ...fc
      .sample(drawnTrains(1), { numRuns: TIMETABLES, seed: 2 })
      .map((trains) => ({ version: 1 as const, train_schedules: trains, paced_trains: [] })),
  ];
  for (const [i, form] of forms.entries()) {
    writeFileSync(join(files, `${i}.xml`), writeTimetableFile("netex", form, null).bytes);
  }

  const validate = (schema: string, of: string): string => {
    const { stdout, status } = spawnSync(python ?? "", ["-c", VALIDATE, schema, of]);
    expect(status).toBe(0);
    return stdout.toString();
  };

  it.each(schemas)("are valid by %s", (schema) => {
    expect(validate(schema, files)).toBe("");
  });

  it.each(schemas)(
    "are not, by %s, where a journey refers to a pattern that is not there",
    (schema) => {
      const spoilt = mkdtempSync(join(folder, "spoilt-"));
      const texts = readdirSync(files).map((name) => readFileSync(join(files, name), "utf8"));
      const text = texts.find((one) => one.includes("<JourneyPatternRef ref=")) ?? "";
      writeFileSync(join(spoilt, "one.xml"), text.replace('<JourneyPatternRef ref="', "$&x"));
      expect(validate(schema, spoilt)).toMatch(/^one.xml:\d+: .*key/);
    },
  );
});
