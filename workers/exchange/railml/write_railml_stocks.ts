/**
 * Rolling stocks as railML 3.3: each a vehicle with its formation. What railML has no words for goes out as designators
 * whose registers are the fields of the form.
 */
import type { ExchangeReport } from "../exchange_report.ts";
import { escapeXml } from "../read_xml.ts";
import type { StockCurve, StockForm } from "../stocks/stock_form.ts";
import { printDecimal } from "./write_railml_track.ts";
import { XmlNames } from "./xml_names.ts";

const KMH = 3.6;

export function writeRailmlStocks(
  stocks: readonly StockForm[],
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const names = new XmlNames();
  const vehicles: string[] = [];
  const formations: string[] = [];
  for (const stock of stocks) {
    const [vehicle, formation] = [names.take(`vehicle.${stock.name}`), names.take(stock.name)];
    vehicles.push(printVehicle(stock, vehicle));
    formations.push(printFormation(stock, formation, vehicle));
    noteLeftOut(stock, report);
  }
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<railML xmlns="https://www.railml.org/schemas/3.3" version="3.3">',
    "<rollingstock>",
    ...(stocks.length === 0 ? [] : ["<vehicles>", ...vehicles, "</vehicles>"]),
    ...(stocks.length === 0 ? [] : ["<formations>", ...formations, "</formations>"]),
    "</rollingstock>",
    "</railML>\n",
  ];
  return new TextEncoder().encode(text.join("\n"));
}

function printSize({ length, mass, max_speed }: StockForm): string {
  return `length="${printDecimal(length)}" tareWeight="${tidy(mass / 1000)}" speed="${tidy(max_speed * KMH)}"`;
}

/** Without the last digits, which come of the change of units. */
function tidy(value: number): string {
  return printDecimal(Number(value.toPrecision(12)));
}

function printVehicle(stock: StockForm, id: string): string {
  const modes = Object.values(stock.effort_curves.modes).map((mode, i) => {
    const kind = mode.is_electric ? "electric" : "diesel";
    return `<powerMode mode="${kind}" isPrimaryMode="${i === 0}"><tractionData><details><tractiveEffort>${printCurve(mode.default_curve)}</tractiveEffort></details></tractionData></powerMode>`;
  });
  return [
    `<vehicle id="${id}" ${printSize(stock)} rotatingMassFactor="${printDecimal(stock.inertia_coefficient)}">`,
    `<engine>${modes.join("\n")}</engine>`,
    "</vehicle>",
  ].join("\n");
}

function printCurve({ speeds, max_efforts }: StockCurve): string {
  const lines = speeds.map(
    (speed, i) =>
      `<valueLine xValue="${tidy(speed * KMH)}"><value yValue="${printDecimal(max_efforts[i] ?? 0)}"/></valueLine>`,
  );
  return `<valueTable xValueName="speed" xValueUnit="km/h" yValueName="tractiveEffort" yValueUnit="N">${lines.join("")}</valueTable>`;
}

function printFormation(stock: StockForm, id: string, vehicle: string): string {
  const { gamma, rolling_resistance: davis, comfort_acceleration } = stock;
  const kind = gamma.type === "CONST" ? "meanDeceleration" : "maxDeceleration";
  const designators = listRegisters(stock).map(
    ([register, entry]) =>
      `<designator register="${register}" entry="${escapeXml(String(entry))}"/>`,
  );
  return [
    `<formation id="${id}" ${printSize(stock)}>`,
    `<name name="${escapeXml(stock.name)}" language="en"/>`,
    ...designators,
    `<trainOrder orderNumber="1" vehicleRef="${vehicle}"/>`,
    `<trainEngine maxAcceleration="${printDecimal(comfort_acceleration)}"/>`,
    `<trainBrakes ${kind}="${printDecimal(gamma.value)}"/>`,
    `<trainResistance><daviesFormulaFactors constantFactorA="${printDecimal(davis.A)}"` +
      ` speedDependentFactorB="${tidy(davis.B / KMH)}" squareSpeedDependentFactorC="${tidy(davis.C / KMH ** 2)}"` +
      ` massDependent="false"/></trainResistance>`,
    "</formation>",
  ].join("\n");
}

function listRegisters(stock: StockForm): (readonly [string, string | number])[] {
  const { effort_curves, base_power_class } = stock;
  const modes = Object.keys(effort_curves.modes);
  const { electrical_power_startup_time, raise_pantograph_time } = stock;
  return [
    ["loading_gauge", stock.loading_gauge],
    ["startup_time", stock.startup_time],
    ["startup_acceleration", stock.startup_acceleration],
    ["supported_signaling_systems", stock.supported_signaling_systems.join(" ")],
    ["default_mode", effort_curves.default_mode],
    ...modes.map((name, i) => [`mode.${i + 1}`, name] as const),
    ...optional("base_power_class", base_power_class),
    ...optional("electrical_power_startup_time", electrical_power_startup_time),
    ...optional("raise_pantograph_time", raise_pantograph_time),
  ];
}

function optional(
  register: string,
  entry: string | number | null,
): (readonly [string, string | number])[] {
  return entry === null ? [] : [[register, entry]];
}

function noteLeftOut(stock: StockForm, report: ExchangeReport): void {
  const where = { element: "RollingStock", id: stock.name };
  const curves = Object.values(stock.effort_curves.modes).flatMap((mode) => mode.curves);
  const message = "efforts by comfort, profile and restriction are left out";
  report.note({ severity: "info", code: "curves_left_out", where, message }, curves.length);
  const { power_restrictions, energy_sources } = stock;
  if (Object.keys(power_restrictions).length + energy_sources.length === 0) return;
  const details = "power restrictions and energy sources are left out";
  report.note({ severity: "info", code: "details_left_out", where, message: details });
}
