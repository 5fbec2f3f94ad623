/**
 * The bare handler that point reads are compared with: uWebSockets.js, postgres.js with its defaults,
 * one prepared statement a request, no validation, no checks.
 * `node dist/bench/bare.js <port> <socket folder> <user> <database>`
 */

import { App } from "uWebSockets.js";
import postgres from "postgres";

const [port, host, username, database] = process.argv.slice(2);
const sql = postgres({ host: host ?? "", username: username ?? "", database: database ?? "" });
const QUERY = `select '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ','
  || substr(s.record, 2) as json from train_schedule s where s.id = $1::bigint`;

App()
  .get("/train_schedule/:id", (res, req) => {
    let is_aborted = false;
    res.onAborted(() => {
      is_aborted = true;
    });
    void answer(req.getParameter(0) ?? "");

    async function answer(id: string): Promise<void> {
      const [row] = await sql.unsafe<{ json: string }[]>(QUERY, [id], { prepare: true });
      if (is_aborted) return;
      res.cork(() => {
        res.writeHeader("content-type", "application/json").end(row?.json ?? "");
      });
    }
  })
  .listen("127.0.0.1", Number(port), () => console.log("listening"));
