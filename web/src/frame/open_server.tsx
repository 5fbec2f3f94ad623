/** What an open server means. */
import type { JSX } from "preact";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function OpenServer(): JSX.Element {
  return <p>{TOOL_TEXTS.frame.open_server}</p>;
}
