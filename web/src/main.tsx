/** Starts the page. */
import { render } from "preact";
import { App } from "./app.tsx";
import { openReader } from "./state/asked/reader.ts";
import { startState } from "./state/records/start.ts";
import "./tokens.css";
import "./style.css";

// No top-level `await`: the texts of a language import this file's chunk, and would wait for it.
void openReader().then(() => {
  startState();
  const page = document.getElementById("page");
  if (page !== null) render(<App />, page);
});
