/**
 * The bare handlers that point reads are compared with: uWebSockets.js or Node's own `http`, postgres.js with
 * its defaults, one prepared statement a request, no validation, no checks.
 * `node dist/bench/bare.js <uws | node> <port> <socket folder> <user> <database>`
 */
import { createServer } from "node:http";
import postgres from "postgres";

const [front, port, host, username, database] = process.argv.slice(2);
const sql = postgres({ host: host ?? "", username: username ?? "", database: database ?? "" });
const QUERY = `select '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ','
  || substr(s.record, 2) as json from train_schedule s where s.id = $1::bigint`;
const PATH = "/train_schedule/";

async function read(id: string): Promise<string> {
  const [row] = await sql.unsafe<{ json: string }[]>(QUERY, [id], { prepare: true });
  return row?.json ?? "";
}

async function listenOnUws(): Promise<void> {
  const { App } = await import("uWebSockets.js");
  App()
    .get(`${PATH}:id`, (res, req) => {
      let is_aborted = false;
      res.onAborted(() => {
        is_aborted = true;
      });
      void read(req.getParameter(0) ?? "").then((json) => {
        if (is_aborted) return;
        res.cork(() => {
          res.writeHeader("content-type", "application/json").end(json);
        });
      });
    })
    .listen("127.0.0.1", Number(port), () => console.log("listening"));
}

function listenOnNode(): void {
  const server = createServer((req, res) => {
    void read((req.url ?? "").slice(PATH.length)).then((json) => {
      const length = Buffer.byteLength(json);
      res
        .writeHead(200, { "content-type": "application/json", "content-length": length })
        .end(json);
    });
  });
  server.listen(Number(port), "127.0.0.1", () => console.log("listening"));
}

if (front === "node") listenOnNode();
else await listenOnUws();
