/** The largest legal records of each kind, made on a probed server, and the paths that read them. */
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import type { ProbedServer } from "../../helpers/probed_server.ts";
import { FORMS, HUGE_TRAIN } from "./hostile_bodies.ts";
import { type Json, validStock, validTrain } from "./rules/valid_forms.ts";
import type { Named } from "./sent_shapes.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MEBIBYTE = 1024 * 1024;
/** As many as a page may have that is not refused. */
const PAGE = 8;

function counted<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function codes(n: number): Json {
  return Object.fromEntries(counted(9000, (i) => [`${n} ${i} ${"é".repeat(40)}`, "1"]));
}

/** A minute after the trains have left. */
const DEPARTED = "2024-05-22T08:01:00Z";

/** A stop at each of ten thousand waypoints, on one track. */
const LONG_TRAIN = validTrain({
  rolling_stock_name: "points",
  path: counted(10_000, (i) => ({ id: `w${i}`, track: "A", offset: i * 99 })),
  schedule: counted(9999, (i) => ({ at: `w${i + 1}`, stop_for: "PT1S" })),
});

/** A curve of ten thousand points in each mode. */
function pointed(): Json {
  const curve = {
    speeds: counted(10_000, (i) => i / 100),
    max_efforts: counted(10_000, (i) => 1e6 - i),
  };
  const mode = { is_electric: true, default_curve: curve, curves: [] };
  return { default_mode: "25000V", modes: { "25000V": mode, "1500V": mode, "3000V": mode } };
}

async function makeStocks(server: ProbedServer): Promise<string[]> {
  const make = async (change: Json): Promise<string> =>
    String((await server.make("POST", "/rolling_stock", validStock(change)))["id"]);
  const points = await make({ name: "points", effort_curves: pointed() });
  const named = await Promise.all(
    counted(PAGE, (n) => make({ name: `codes ${n}`, power_restrictions: codes(n) })),
  );
  return [points, named[0] ?? ""].flatMap((id) => [
    `/rolling_stock/${id}`,
    `/light_rolling_stock/${id}`,
    `/rolling_stock/${id}/usage`,
  ]);
}

async function makeStudies(server: ProbedServer): Promise<string[]> {
  const tags = counted(240, (i) => `${i} ${"é".repeat(1900)}`);
  const project = { name: "p", description: "é".repeat(1024), tags };
  const ids: unknown[] = [];
  for (let n = 0; n < PAGE; n++) ids.push((await server.make("POST", "/projects", project))["id"]);
  const studies = `/projects/${String(ids[0])}/studies`;
  const study = await server.make("POST", studies, { name: "s", state: "x", tags });
  return [
    `/projects/${String(ids[0])}`,
    `/projects?page_size=${PAGE}`,
    `${studies}/${String(study["id"])}`,
    `${studies}?page_size=${PAGE}`,
  ];
}

async function makeTrains(server: ProbedServer, named: Named): Promise<string[]> {
  const { timetable_id = "", infra_id = "" } = named;
  const timetable = `/timetable/${timetable_id}`;
  const trains: unknown = await server.make("POST", `${timetable}/train_schedules`, [
    HUGE_TRAIN,
    LONG_TRAIN,
  ]);
  const infra = `infra=${infra_id}`;
  const paths = [
    `${timetable}/train_schedules`,
    `${timetable}/paced_trains?page_size=1`,
    `${timetable}/export?format=json`,
    `${timetable}/conflicts?${infra}`,
    `${timetable}/conflicts/days?${infra}`,
    ...["times", "run_points", "simulations_summary", "statuses"].map(
      (name) => `${timetable}/${name}?${infra}`,
    ),
    `${timetable}/positions?${infra}&at=${DEPARTED}`,
    `${timetable}/positions?${infra}&from=2024-05-22T00:00:00Z&to=2024-05-23T00:00:00Z&step=145`,
    `${timetable}/occupied_zones?${infra}&at=${DEPARTED}`,
  ];
  for (const { id } of trains as { id: number }[]) {
    const train = `/train_schedule/${id}`;
    paths.push(train, `${train}/path?${infra}`, `${train}/simulation?${infra}`);
    paths.push(`/train_schedule/simulations_summary?${infra}&ids[]=${id}`);
  }
  for (const [what, form] of FORMS["POST /timetable/:timetable_id/paced_trains"] ?? []) {
    const { status, text } = await server.send(
      "POST",
      `${timetable}/paced_trains`,
      form(16 * MEBIBYTE),
    );
    if (status === 422) continue; // it is there for its faults
    const [first] = JSON.parse(text) as { id: number }[];
    if (first === undefined) throw new Error(`${what}: ${status}`);
    const train = `/paced_train/${first.id}`;
    paths.push(train, `${train}/path?${infra}`, `${train}/simulation?${infra}`);
    paths.push(`/paced_train/simulations_summary?${infra}&ids[]=${first.id}`);
  }
  return paths;
}

async function makeDocument(server: ProbedServer): Promise<string[]> {
  const bytes = new Uint8Array(MEBIBYTE);
  bytes.set(PNG);
  const { text } = await server.send("POST", "/documents", bytes, { "content-type": "image/png" });
  return [`/documents/${String((JSON.parse(text) as Json)["document_key"])}`];
}

/** Groups of works and limits, profiles: from the largest form that is accepted. */
async function makeNetworkRecords(server: ProbedServer): Promise<string[]> {
  const kinds = [
    ["/temporary_speed_limit_group", "", "group_id"],
    ["/work_schedules", "", "work_schedule_group_id"],
    ["/electrical_profile_set", "?name=n", "id"],
  ] as const;
  const paths: string[] = [];
  for (const [path, query, key] of kinds) {
    for (const [, form] of FORMS[`POST ${path}`] ?? []) {
      const { status, text } = await server.send("POST", path + query, form(16 * MEBIBYTE));
      if (status === 200) paths.push(`${path}/${String((JSON.parse(text) as Json)[key])}`);
    }
  }
  return paths;
}

/** A network of ten thousand objects, each signal of which lies nowhere. */
async function makeNetwork(server: ProbedServer): Promise<string[]> {
  const { railjson } = generateNetwork({ ...TINY_OPTIONS, track_section_count_min: 2000 });
  const signals = railjson.signals.map((signal) => ({ ...signal, track: "nowhere" }));
  const made = await server.make("POST", "/infra/railjson?name=wide", { ...railjson, signals });
  const infra = `/infra/${String(made["infra"])}`;
  const routes = railjson.routes.slice(0, 100).map(({ id }) => encodeURIComponent(id));
  const [detector] = railjson.detectors;
  const [track] = railjson.track_sections;
  return [
    infra,
    `${infra}/errors?page_size=100`,
    `${infra}/auto_fixes`,
    `${infra}/railjson`,
    `${infra}/export?format=railml`,
    `${infra}/switch_types`,
    `${infra}/attached/${track?.id ?? ""}`,
    `${infra}/routes/Detector/${detector?.id ?? ""}`,
    `${infra}/routes/track_ranges?routes=${routes.join()}`,
    ...["track_sections", "signals", "speed_sections", "errors"].map(
      (layer) => `/layers/tile/${layer}/geo/0/0/0?infra=${String(made["infra"])}`,
    ),
  ];
}

/** Paths of all that was made. */
export async function makeStoredHostile(server: ProbedServer, named: Named): Promise<string[]> {
  return [
    ...(await makeStocks(server)),
    `/light_rolling_stock?page_size=${PAGE}`,
    "/rolling_stock/power_restrictions",
    "/infra/voltages",
    ...(await makeStudies(server)),
    ...(await makeTrains(server, named)),
    ...(await makeDocument(server)),
    ...(await makeNetworkRecords(server)),
    ...(await makeNetwork(server)),
  ];
}
