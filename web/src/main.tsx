/** The page's start. */
import { render } from "preact";
import { App } from "./app.tsx";
import { startState } from "./state/start.ts";
import "./style.css";

startState();

const page = document.getElementById("page");
if (page !== null) render(<App />, page);
