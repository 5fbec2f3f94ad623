/**
 * `npm run convert`: files of other formats become this server's own without a server. The same functions as
 * the imports of the API; the report goes to the standard output. The file is written whole or not at all.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ReportRow } from "../../workers/exchange/exchange_report.ts";
import { importNetwork } from "../../workers/exchange/import_network.ts";
import { encodeDocument } from "../../workers/railjson/encode_document.ts";
import {
  COMPLETED_SYSTEMS,
  type CompletedSystem,
  DETECTOR_SPACING_M,
  NETWORK_FORMATS,
  type NetworkFormat,
} from "../railway/exchange_terms.ts";

const USAGE = `Usage: npm run convert -- --from <format> --to railjson IN OUT
  --from      ${NETWORK_FORMATS.join(", ")}
  --spacing   metres between two detectors that are completed, from 100 (1500)
  --system    system of signals that are completed: ${COMPLETED_SYSTEMS.join(", ")} (BAL)
`;

/** What the command prints, and its exit status. */
export interface Conversion {
  readonly output: string;
  readonly status: 0 | 1 | 2;
}

export function convertFile(args: readonly string[]): Conversion {
  const order = readOrder(args);
  if (order === null) return { output: USAGE, status: 2 };
  try {
    return convert(order);
  } catch (error) {
    // A file that is not there, or a folder that can't be written to: the message names it.
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return { output: `${error.message}\n`, status: 1 };
  }
}

function convert(order: Order): Conversion {
  const { from, source, target, detector_spacing, signaling_system } = order;
  const imported = importNetwork(from, readFileSync(source), {
    detector_spacing,
    signaling_system,
  });
  if (!imported.ok) {
    const { reason, line, column } = imported.error;
    const place = line === null ? source : `${source}:${line}:${column ?? 1}`;
    return { output: `${place}: ${reason}\n`, status: 1 };
  }
  const { document, report } = imported.value;
  writeWhole(target, encodeDocument(document));
  return { output: report.map(printRow).join(""), status: 0 };
}

interface Order {
  readonly from: NetworkFormat;
  readonly source: string;
  readonly target: string;
  readonly detector_spacing: number;
  readonly signaling_system: CompletedSystem;
}

function readOrder(args: readonly string[]): Order | null {
  const string = { type: "string" } as const;
  const options = { from: string, to: string, spacing: string, system: string };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const from = NETWORK_FORMATS.find((format) => format === values.from);
    const signaling_system = COMPLETED_SYSTEMS.find((one) => one === (values.system ?? "BAL"));
    const detector_spacing = Number(values.spacing ?? DETECTOR_SPACING_M.default);
    const [source, target, ...others] = positionals;
    const is_spaced =
      detector_spacing >= DETECTOR_SPACING_M.min && detector_spacing <= DETECTOR_SPACING_M.max;
    if (from === undefined || values.to !== "railjson" || signaling_system === undefined)
      return null;
    if (source === undefined || target === undefined || others.length > 0 || !is_spaced)
      return null;
    return { from, source, target, detector_spacing, signaling_system };
  } catch {
    // An unknown option: the usage says which there are.
    return null;
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, bytes);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function printRow({ severity, code, where, message, count }: ReportRow): string {
  const place = [where.element, where.id, where.line === undefined ? "" : `line ${where.line}`];
  const first = place.filter((text) => text !== undefined && text !== "").join(" ");
  return `${severity} ${code} ×${count} (${first}): ${message}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { output, status } = convertFile(process.argv.slice(2));
  (status === 0 ? process.stdout : process.stderr).write(output);
  process.exitCode = status;
}
