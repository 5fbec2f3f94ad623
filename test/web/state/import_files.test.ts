// Method: files by name and content as a table.
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { networkFormat, timetableFormat } from "../../../web/src/state/records/import_files.ts";

const zip = (...names: string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(names.map((name) => [name, strToU8("x")]))));

it.each<[string, BlobPart, string | null]>([
  ["feed.zip", zip("agency.txt", "stops.txt"), "gtfs"],
  ["delivery.ZIP", zip("_N_shared_data.xml", "N_line.xml"), "netex"],
  ["spoilt.zip", "PK", "gtfs"],
  ["line.xml", "<?xml?><PublicationDelivery/>", "netex"],
  ["plan.xml", "<railml/>", "railml"],
  ["plan.json", '{"nodes":[],"trainruns":[]}', "nge"],
  ["own.json", '{"version":1}', null],
  ["trains.csv", "train", "csv"],
])("a timetable in %s is told by its name and its content", async (name, content, format) => {
  expect(await timetableFormat(new File([content], name))).toBe(format);
});

it.each([
  ["region.osm.pbf", "osm"],
  ["region.osm", "osm"],
  ["region.osm.gz", "osm"],
  ["line.railml", "railml"],
  ["network.json", null],
])("a network in %s is told by its name", (name, format) => {
  expect(networkFormat(name)).toBe(format);
});
