// Method: files by name and content as a table.
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import {
  networkFormat,
  stockFormat,
  timetableFormat,
} from "../../../web/src/state/records/import_files.ts";

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
  ["list.json", ' [{"train_name":"1"}]', "railjson"],
  ["newer.json", '{"trains":[{"path":[{"id":"a","location":{"uic":1}}]}]}', "railjson"],
])("a timetable in %s is told by its name and its content", async (name, content, format) => {
  expect(await timetableFormat(new File([content], name))).toBe(format);
});

it.each<[string, BlobPart, string | null]>([
  ["region.osm.pbf", "", "osm"],
  ["region.osm", "", "osm"],
  ["region.osm.gz", "", "osm"],
  ["region.osm.bz2", "", "osm"],
  ["line.railml", "", "railml"],
  ["network.json", '{"track_sections":[],"version":"3.4.12"}', null],
  ["newer.json", '{"track_sections":[],"version":"3.4.14"}', "railjson"],
  ["overpass.json", '{"version":0.6,"elements":[]}', "osm"],
  ["other.json", "{}", null],
])("a network in %s is told by its name and its content", async (name, content, format) => {
  expect(await networkFormat(new File([content], name))).toBe(format);
});

it.each<[string, BlobPart, string | null]>([
  ["vehicles.xml", "", "railml"],
  ["stock.json", '{"gamma":{"type":"CONST","value":1}}', null],
  ["newer.json", '{"const_gamma": 1}', "railjson"],
])("rolling stocks in %s are told by its name and its content", async (name, content, format) => {
  expect(await stockFormat(new File([content], name))).toBe(format);
});
