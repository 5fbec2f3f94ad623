/**
 * Rolling stocks of railML 2 and 3: each formation with its vehicles, or each vehicle with an engine where there are no
 * formations. What the file does not say has a default, which the report tells.
 */
import { LOADING_GAUGES } from "../../../src/railway/network_terms.ts";
import { unpackXml } from "../archive.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { readXml } from "../read_xml.ts";
import { UnreadableSource } from "../source_fault.ts";
import {
  addCurves,
  clean,
  curveOfPower,
  STOCK_DEFAULTS,
  type StockCurve,
  type StockForm,
  type StockMode,
  usualResistance,
} from "../stocks/stock_form.ts";
import { elementsAt, numberOf, textOf, type XmlElement } from "../xml_tree.ts";
import { unescapeName } from "./xml_names.ts";

const KMH = 3.6;
const STOCKS_MAX = 10_000;
const VEHICLES_MAX = 1000;
const POINTS_MAX = 1000;
const MASSES = ["tareWeight", "weight", "bruttoWeight"];
const SKIPPED: ReadonlySet<string> = new Set(["infrastructure", "timetable", "interlocking"]);

export function readRailmlStocks(bytes: Uint8Array, report: ExchangeReport): StockForm[] {
  const root = readXml(unpackXml(bytes), { skipped: SKIPPED });
  if (root.name.toLowerCase() !== "railml") {
    throw fault(root, `its root must be railml, not ${root.name.slice(0, 40)}`);
  }
  const vehicles = elementsAt(root, "rollingstock", "vehicles", "vehicle");
  const formations = elementsAt(root, "rollingstock", "formations", "formation");
  const listed = formations.length > 0 ? formations : vehicles;
  if (listed.length === 0) throw fault(root, "it has no rolling stock");
  if (listed.length > STOCKS_MAX) throw fault(root, `more than ${STOCKS_MAX} rolling stocks`);
  const byId = new Map(vehicles.map((vehicle) => [textOf(vehicle, "id") ?? "", vehicle]));
  const names = new Set<string>();
  return listed.flatMap((element) => {
    const own = formations.length > 0 ? listVehicles(element, byId) : [element];
    const stock = new StockReader(element, own, report).read();
    if (stock === null) return [];
    if (names.has(stock.name)) throw fault(element, `${stock.name.slice(0, 60)} is there twice`);
    names.add(stock.name);
    return [stock];
  });
}

/** Each as often as it runs in the formation; version 2 lists them below one `trainOrder`. */
function listVehicles(
  formation: XmlElement,
  byId: ReadonlyMap<string, XmlElement>,
): readonly XmlElement[] {
  const orders = elementsAt(formation, "trainOrder");
  const entries = orders.flatMap((order) => [order, ...elementsAt(order, "vehicleRef")]);
  const vehicles = entries.flatMap((entry) => {
    const id = textOf(entry, "vehicleRef");
    if (id === null) return [];
    const vehicle = byId.get(id);
    if (vehicle === undefined) throw fault(entry, `there is no vehicle '${id.slice(0, 60)}'`);
    const count = numberOf(entry, "vehicleCount") ?? 1;
    if (!Number.isInteger(count) || count < 0 || count > VEHICLES_MAX) {
      throw fault(entry, "vehicleCount is no number of vehicles");
    }
    return Array.from({ length: count }, () => vehicle);
  });
  if (vehicles.length > VEHICLES_MAX) throw fault(formation, `more than ${VEHICLES_MAX} vehicles`);
  return vehicles;
}

class StockReader {
  readonly #element: XmlElement;
  readonly #vehicles: readonly XmlElement[];
  readonly #report: ExchangeReport;
  readonly #registers: ReadonlyMap<string, string>;
  readonly #name: string;

  constructor(element: XmlElement, vehicles: readonly XmlElement[], report: ExchangeReport) {
    this.#element = element;
    this.#vehicles = vehicles;
    this.#report = report;
    this.#registers = new Map(
      elementsAt(element, "designator").map((one) => [
        textOf(one, "register") ?? "",
        textOf(one, "entry") ?? "",
      ]),
    );
    const [named] = elementsAt(element, "name");
    const title = named === undefined ? null : textOf(named, "name");
    const own = title ?? textOf(element, "name") ?? unescapeName(textOf(element, "id") ?? "");
    this.#name = own.slice(0, 255) || `line ${element.line}`;
  }

  /** Null: nothing drives it. */
  read(): StockForm | null {
    const max_speed = this.#speed();
    const modes = this.#modes(max_speed);
    const [first] = Object.keys(modes);
    if (first === undefined) {
      this.#note("stock_left_out", "it has no engine with an effort", "warning");
      return null;
    }
    const mass = this.#sum(MASSES, "mass") * 1000;
    const is_electric = Object.values(modes).some((mode) => mode.is_electric);
    const chosen = this.#registers.get("default_mode") ?? first;
    return {
      name: this.#name,
      length: this.#sum(["length"], "length"),
      mass: clean(mass),
      max_speed,
      startup_time: this.#register("startup_time"),
      startup_acceleration: this.#register("startup_acceleration"),
      comfort_acceleration: this.#comfort(),
      gamma: this.#gamma(),
      inertia_coefficient: this.#inertia(),
      rolling_resistance: this.#resistance(mass),
      loading_gauge: this.#gauge(),
      effort_curves: { default_mode: Object.hasOwn(modes, chosen) ? chosen : first, modes },
      base_power_class: this.#registers.get("base_power_class") ?? null,
      power_restrictions: {},
      energy_sources: [],
      electrical_power_startup_time: is_electric
        ? this.#register("electrical_power_startup_time")
        : null,
      raise_pantograph_time: is_electric ? this.#register("raise_pantograph_time") : null,
      supported_signaling_systems: this.#word("supported_signaling_systems").split(" "),
    };
  }

  #speed(): number {
    const speeds = [this.#element, ...this.#vehicles].flatMap(
      (one) => positive(one, "speed") ?? [],
    );
    if (speeds.length === 0) throw fault(this.#element, "it has no speed");
    return clean(Math.min(...speeds) / KMH);
  }

  /** Of the formation, else of its vehicles together. */
  #sum(attributes: readonly string[], what: string): number {
    const own = firstPositive(this.#element, attributes);
    if (own !== null) return own;
    const values = this.#vehicles.map((one) => firstPositive(one, attributes));
    const sum = values.reduce<number>((all, one) => all + (one ?? 0), 0);
    if (sum === 0 || values.includes(null)) throw fault(this.#element, `it has no ${what}`);
    return clean(sum);
  }

  #comfort(): number {
    const [engine] = elementsAt(this.#element, "trainEngine");
    const given = engine === undefined ? null : positive(engine, "maxAcceleration");
    return given ?? this.#default("comfort_acceleration");
  }

  #gamma(): StockForm["gamma"] {
    const brakes = elementsAt(this.#element, "trainBrakes");
    const own = this.#vehicles.flatMap((one) => [
      ...elementsAt(one, "brakes", "vehicleBrakes"),
      ...elementsAt(one, "vehicleBrakes", "vehicleBrake"),
    ]);
    for (const list of [brakes, own]) {
      const mean = list.flatMap((one) => positive(one, "meanDeceleration") ?? []);
      if (mean.length > 0) return { type: "CONST", value: Math.min(...mean) };
      const most = list.flatMap((one) => positive(one, "maxDeceleration") ?? []);
      if (most.length > 0) return { type: "MAX", value: Math.min(...most) };
    }
    return { type: "CONST", value: this.#default("deceleration") };
  }

  /** Of its vehicles by their masses; those without a factor have the usual one. */
  #inertia(): number {
    const factors = this.#vehicles.map(rotatingFactor);
    if (factors.every((one) => one === null)) return this.#default("inertia_coefficient");
    const masses = this.#vehicles.map((one) => firstPositive(one, MASSES));
    const weights = masses.includes(null) ? masses.map(() => 1) : masses.map((one) => one ?? 0);
    const usual = STOCK_DEFAULTS.inertia_coefficient;
    const sum = factors.reduce<number>(
      (all, one, i) => all + (one ?? usual) * (weights[i] ?? 0),
      0,
    );
    return Math.max(1, clean(sum / weights.reduce((all, one) => all + one, 0)));
  }

  #resistance(mass_kg: number): StockForm["rolling_resistance"] {
    const found = elementsAt(this.#element, "trainResistance")
      .flatMap(({ children }) => children)
      .find(({ name }) => name.startsWith("daviesFormula"));
    if (found === undefined || textOf(found, "massDependent") === "true") {
      this.#note("default_taken", "it has no resistance of its own: that of an ordinary train");
      return usualResistance(mass_kg);
    }
    const [A, B, C] = (
      ["constantFactorA", "speedDependentFactorB", "squareSpeedDependentFactorC"] as const
    ).map((name) => Math.max(0, numberOf(found, name) ?? 0));
    return { type: "davis", A: A ?? 0, B: clean((B ?? 0) * KMH), C: clean((C ?? 0) * KMH ** 2) };
  }

  /** Engines of all vehicles for one supply work together. */
  #modes(speed_m_s: number): Record<string, StockMode> {
    const curves = new Map<string, { is_electric: boolean; all: StockCurve[] }>();
    const own = elementsAt(this.#element, "trainEngine", "tractionMode");
    const sources = own.some(hasEffort) ? [own] : this.#vehicles.map(listEngines);
    for (const engines of sources) {
      for (const [i, engine] of engines.entries()) {
        const curve = readEffort(engine, speed_m_s);
        if (curve === null) continue;
        const { name, is_electric } = this.#modeOf(engine, i);
        const known = curves.get(name) ?? { is_electric, all: [] };
        curves.set(name, known);
        known.all.push(curve);
      }
    }
    return Object.fromEntries(
      [...curves].map(([name, { is_electric, all }]) => [
        name,
        { is_electric, default_curve: this.#together(all), curves: [] },
      ]),
    );
  }

  #together(curves: readonly StockCurve[]): StockCurve {
    const sum = addCurves(curves, POINTS_MAX);
    if (sum !== null) return sum;
    throw fault(this.#element, `its engines have more than ${POINTS_MAX} speeds together`);
  }

  #modeOf(engine: XmlElement, i: number): { name: string; is_electric: boolean } {
    // Version 2 names it otherwise.
    const mode = textOf(engine, "mode") ?? textOf(engine, "powerType");
    const voltage = positive(engine, "voltage");
    const is_electric = mode === null ? voltage !== null : /^electric/i.test(mode);
    const given = this.#registers.get(`mode.${i + 1}`);
    if (given !== undefined && given !== "") return { name: given, is_electric };
    if (!is_electric) return { name: "thermal", is_electric };
    if (voltage !== null) return { name: `${voltage}V`, is_electric };
    return { name: this.#default("voltage"), is_electric };
  }

  #register(
    field:
      | "startup_time"
      | "startup_acceleration"
      | "electrical_power_startup_time"
      | "raise_pantograph_time",
  ): number {
    const text = this.#registers.get(field);
    if (text === undefined) return this.#default(field);
    const value = Number(text);
    if (text.trim() !== "" && value >= 0 && Number.isFinite(value)) return value;
    throw fault(this.#element, `${field} is no number: '${text.slice(0, 40)}'`);
  }

  #gauge(): string {
    const word = this.#word("loading_gauge");
    if ((LOADING_GAUGES as readonly string[]).includes(word)) return word;
    throw fault(this.#element, `there is no loading gauge '${word.slice(0, 40)}'`);
  }

  #word(field: "loading_gauge" | "supported_signaling_systems"): string {
    return this.#registers.get(field) ?? this.#default(field);
  }

  #default<Field extends keyof typeof STOCK_DEFAULTS>(
    field: Field,
  ): (typeof STOCK_DEFAULTS)[Field] {
    const value = STOCK_DEFAULTS[field];
    this.#note("default_taken", `${field} is not in the file: ${value}`, "info", field);
    return value;
  }

  #note(
    code: string,
    message: string,
    severity: "info" | "warning" = "info",
    element = this.#element.name,
  ): void {
    const where = { line: this.#element.line, element, id: this.#name };
    this.#report.note({ severity, code, where, message });
  }
}

/** Engines of a vehicle: `powerMode` in version 3, `propulsion` in version 2. */
function listEngines(vehicle: XmlElement): readonly XmlElement[] {
  return [
    ...elementsAt(vehicle, "engine", "powerMode"),
    ...elementsAt(vehicle, "engine", "propulsion"),
  ];
}

/** Of the vehicle, or of what turns in it; null: it has none. */
function rotatingFactor(vehicle: XmlElement): number | null {
  const parts = [
    vehicle,
    ...elementsAt(vehicle, "wagon"),
    ...elementsAt(vehicle, "engine"),
    ...listEngines(vehicle),
  ];
  const factors = parts.flatMap(
    (one) => firstPositive(one, ["rotatingMassFactor", "rotationMassFactor"]) ?? [],
  );
  return factors.length === 0 ? null : Math.max(...factors);
}

function hasEffort(engine: XmlElement): boolean {
  return readEffort(engine, 1) !== null;
}

function readEffort(engine: XmlElement, speed_m_s: number): StockCurve | null {
  const tables = [
    ...elementsAt(engine, "tractionData", "details", "tractiveEffort", "valueTable"),
    ...elementsAt(engine, "tractiveEffort", "valueTable"),
  ];
  const [table] = tables;
  if (table !== undefined) return readTable(table);
  const [info = engine] = elementsAt(engine, "tractionData", "info");
  const effort_n = positive(info, "maxTractiveEffort") ?? positive(info, "maxTractEffort");
  const power_w = positive(info, "tractivePower") ?? positive(info, "power");
  if (effort_n === null || power_w === null) return null;
  return curveOfPower(effort_n, power_w, speed_m_s);
}

/** Speeds in km/h unless the table says m/s, efforts in N or kN. */
function readTable(table: XmlElement): StockCurve {
  const per_speed = /^m\/s$/i.test(textOf(table, "xValueUnit") ?? "") ? 1 : KMH;
  const per_effort = /^kN$/i.test(textOf(table, "yValueUnit") ?? "") ? 1000 : 1;
  const lines = elementsAt(table, "valueLine");
  if (lines.length === 0 || lines.length > POINTS_MAX) {
    throw fault(table, `a table of ${lines.length} values`);
  }
  const points = lines.map((line) => {
    const [value] = [...elementsAt(line, "value"), ...elementsAt(line, "values")];
    const effort = value === undefined ? null : numberOf(value, "yValue");
    const speed = numberOf(line, "xValue");
    if (speed === null || effort === null || speed < 0 || effort < 0) {
      throw fault(line, "a value needs a speed and an effort, from 0 up");
    }
    return { line, speed: clean(speed / per_speed), effort: clean(effort * per_effort) };
  });
  for (const [i, { line, speed }] of points.entries()) {
    if (i > 0 && speed <= (points[i - 1]?.speed ?? 0)) throw fault(line, "its speeds don't rise");
  }
  return {
    speeds: points.map(({ speed }) => speed),
    max_efforts: points.map(({ effort }) => effort),
  };
}

/** The first attribute that is there; null: none is. */
function firstPositive(element: XmlElement, attributes: readonly string[]): number | null {
  return attributes.map((name) => positive(element, name)).find((value) => value !== null) ?? null;
}

/** Null: absent. */
function positive(element: XmlElement, attribute: string): number | null {
  const value = numberOf(element, attribute);
  if (value === null || value > 0) return value;
  throw fault(element, `${attribute} of ${element.name} must be more than 0`);
}

function fault({ line }: XmlElement, reason: string): UnreadableSource {
  return new UnreadableSource(reason, { line, column: 1 });
}
