/**
 * Task: converts a network in another format to what an import of RailJSON gives, with a report of
 * what was left out and completed; or gives the reason why it can't be read.
 */
import type { NetworkFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import {
  type NetworkOptions,
  importNetwork as readNetwork,
} from "../../exchange/import_network.ts";
import { type NetworkPreview, previewNetwork } from "../../exchange/preview_network.ts";
import type { SourceFault } from "../../exchange/source_fault.ts";
import { findUnstorable } from "../../railjson/decode_document.ts";
import { type ParsedRailjson, packNetwork } from "../network/parse_railjson.ts";
import { collectEarly } from "./collect_early.ts";

export type NetworkImport =
  | {
      readonly kind: "read";
      readonly parsed: ParsedRailjson;
      readonly report: readonly ReportRow[];
    }
  | { readonly kind: "unreadable"; readonly fault: SourceFault };

export function importNetwork(input: {
  readonly format: NetworkFormat;
  readonly body: ArrayBuffer;
  readonly options: NetworkOptions;
}): NetworkImport {
  return collectEarly((collect) => readAndPack(input, collect));
}

export type NetworkTrial =
  | { readonly kind: "read"; readonly preview: NetworkPreview }
  | { readonly kind: "unreadable"; readonly fault: SourceFault };

/** Task: the same import, of which only what it would bring is told. */
export function previewNetworkFile({
  format,
  body,
  options,
}: Parameters<typeof importNetwork>[0]): NetworkTrial {
  return collectEarly((collect) => {
    const imported = readNetwork(format, new Uint8Array(body), options, () => {
      detach(body);
      collect();
    });
    if (!imported.ok) return { kind: "unreadable", fault: imported.error };
    const { document, report } = imported.value;
    return { kind: "read", preview: previewNetwork(document, report) };
  });
}

function readAndPack(
  input: Parameters<typeof importNetwork>[0],
  collect: () => void,
): NetworkImport {
  const { format, body, options } = input;
  const imported = readNetwork(format, new Uint8Array(body), options, () => {
    detach(body);
    collect();
  });
  if (!imported.ok) return { kind: "unreadable", fault: imported.error };
  const { document, report } = imported.value;
  const reason = findUnstorable(document);
  if (reason !== null) return { kind: "unreadable", fault: { reason, line: null, column: null } };
  const parsed = packNetwork(document, collect);
  return { kind: "read", parsed, report };
}

/** Frees the bytes although the caller still refers to the buffer; it may be empty. */
function detach(body: ArrayBuffer): void {
  if (body.byteLength === 0) return;
  structuredClone(body, { transfer: [body] });
}
