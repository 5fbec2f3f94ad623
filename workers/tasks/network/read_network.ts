/** Task: answers a question of the network editor about one content, as JSON text for clients in UTF-8. */
import type { CompletionOptions } from "../../exchange/completion/complete_network.ts";
import { proposeCompletion } from "../../exchange/completion/propose_completion.ts";
import { type AttachedQuestion, listAttached } from "../../railjson/edit/attached_objects.ts";
import { type DirectedPlace, delimitArea } from "../../railjson/edit/delimited_area.ts";
import { findFixes } from "../../railjson/edit/find_fixes.ts";
import type { EditOperation } from "../../railjson/edit/operations.ts";
import {
  listNodeRoutes,
  listRouteRanges,
  listWaypointRoutes,
} from "../../railjson/edit/route_reads.ts";
import { readFault } from "../../railjson/infra_error.ts";
import { shareTexts } from "../shared_text.ts";
import { type ContentRef, type NetworkCopy, type NotOpen, withCopy } from "./network_copies.ts";

export type NetworkQuestion =
  | ({ readonly kind: "attached" } & AttachedQuestion)
  | {
      readonly kind: "waypoint_routes";
      readonly type: "Detector" | "BufferStop";
      readonly id: string;
    }
  | { readonly kind: "route_ranges"; readonly ids: readonly string[] }
  | { readonly kind: "node_routes"; readonly nodes: Readonly<Record<string, string | null>> }
  | {
      readonly kind: "area";
      readonly entries: readonly DirectedPlace[];
      readonly exits: readonly DirectedPlace[];
    }
  /** `faults`: all of the content as JSON texts; null: they are known. */
  | { readonly kind: "fixes"; readonly faults: readonly string[] | null }
  | { readonly kind: "completion"; readonly options: CompletionOptions };

export type NetworkAnswer =
  | NotOpen
  | { readonly kind: "track_not_found" }
  | { readonly kind: "faults_unknown" }
  | { readonly kind: "success"; readonly json: Uint8Array };

export function readNetwork(
  input: ContentRef & { readonly question: NetworkQuestion },
): NetworkAnswer {
  return withCopy<NetworkAnswer>(input, (copy) => {
    const { question } = input;
    const answer = answerQuestion(copy, question);
    if (answer === null)
      return { kind: question.kind === "fixes" ? "faults_unknown" : "track_not_found" };
    return { kind: "success", json: shareTexts([JSON.stringify(answer)]) };
  });
}

/** Null: the requested track does not exist, or the faults are not known. */
function answerQuestion(copy: NetworkCopy, question: NetworkQuestion): unknown {
  const { model } = copy;
  switch (question.kind) {
    case "attached":
      return listAttached(model, question);
    case "waypoint_routes":
      return listWaypointRoutes(model, question);
    case "route_ranges":
      return listRouteRanges(model, question.ids);
    case "node_routes":
      return listNodeRoutes(model, question.nodes);
    case "area":
      return delimitArea(model, question.entries, question.exits);
    case "fixes":
      return listFixes(copy, question.faults);
    case "completion":
      return proposeCompletion(model.toDocument(), question.options);
  }
}

function listFixes(copy: NetworkCopy, faults: readonly string[] | null): EditOperation[] | null {
  const known = copy.faults ?? (faults && copy.tellFaults(faults.map(readFault)));
  return known && findFixes(copy.model, known);
}
