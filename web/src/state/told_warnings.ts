/** Works and limits without an effect on the network: what an answer's header says of them, told once. */
import { TEXTS } from "../texts.ts";
import { tell } from "./session.ts";

interface Row {
  readonly where: { readonly id?: string };
}

let told = "";

export function tellWarnings(headers: Headers): void {
  const text = headers.get("x-warnings") ?? "";
  if (text === told) return;
  told = text;
  if (text === "") return;
  const [first] = JSON.parse(text) as readonly Row[];
  tell("warning", TEXTS.setting.without_effect(first?.where.id ?? ""));
}
