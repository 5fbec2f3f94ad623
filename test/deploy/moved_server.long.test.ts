// Method: a real HAProxy with the file of deploy/ in a mount name space of its own, where a name server of the test is the only one; the name of both servers gets another address there, the old one answers no more.
import { type ChildProcess, spawn } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort } from "../helpers/server_process.ts";
import { has_haproxy } from "./balancer.ts";

const NAME_SERVER = "127.0.0.53";
const HEADER_BYTES = 12;
/** A name's end, its type and its class. */
const QUESTION_TAIL_BYTES = 5;
const TYPE_A = 1;

const may_mount = process.getuid?.() === 0;
if (!may_mount) console.error("SKIPPED: not root, no server was moved behind HAProxy");

/** Answers every question for an address with the one of now. */
function answer(question: Buffer, address: string): Buffer {
  const name_end = question.indexOf(0, HEADER_BYTES);
  const is_asked = question.readUInt16BE(name_end + 1) === TYPE_A;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(is_asked ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  // The name of before, type A, class IN, one second, four bytes.
  const record = [
    0xc0,
    HEADER_BYTES,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    1,
    0,
    4,
    ...address.split(".").map(Number),
  ];
  const asked = question.subarray(HEADER_BYTES, name_end + QUESTION_TAIL_BYTES);
  return Buffer.concat([header, asked, Buffer.from(is_asked ? record : [])]);
}

async function startNames(addressNow: () => string): Promise<Socket> {
  const names = createSocket("udp4");
  names.on("message", (question, { port, address }) => {
    names.send(answer(question, addressNow()), port, address);
  });
  names.bind(53, NAME_SERVER);
  await once(names, "listening");
  return names;
}

async function startServer(address: string, port: number): Promise<Server> {
  const server = createServer((_request, response) => response.end(address)).listen(port, address);
  await once(server, "listening");
  return server;
}

function startBalancer(folder: string, listen: number, port: number): ChildProcess {
  const resolv = join(folder, "resolv.conf");
  writeFileSync(resolv, `nameserver ${NAME_SERVER}\n`);
  const config = join(PROJECT_ROOT, "deploy/haproxy.cfg");
  const script = `mount --bind ${resolv} /etc/resolv.conf && exec haproxy -f ${config}`;
  const server = `server.test:${port}`;
  return spawn("unshare", ["--mount", "sh", "-c", script], {
    env: {
      PATH: process.env["PATH"],
      LISTEN: `127.0.0.1:${listen}`,
      SERVER1: server,
      SERVER2: server,
    },
    stdio: "ignore",
  });
}

it.skipIf(!has_haproxy || !may_mount)(
  "a server whose name gets another address is found there",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-moved-"));
    const [listen, port] = [await freePort(), await freePort()];
    let address = "127.0.0.2";
    const names = await startNames(() => address);
    const before = await startServer("127.0.0.2", port);
    const after = await startServer("127.0.0.3", port);
    const balancer = startBalancer(folder, listen, port);
    const ask = async (): Promise<string> =>
      await fetch(`http://127.0.0.1:${listen}/`).then(
        async (one) => await one.text(),
        () => "",
      );
    try {
      await expect.poll(ask, { timeout: scaled(20_000) }).toBe("127.0.0.2");
      address = "127.0.0.3";
      before.close();
      before.closeAllConnections();
      await expect.poll(ask, { timeout: scaled(20_000) }).toBe("127.0.0.3");
    } finally {
      balancer.kill("SIGKILL");
      names.close();
      for (const server of [before, after]) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
