// Method: the files of deploy/ are read and compared with what the server has: settings, paths, sources, times; what can be run of them without a container is run.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../../src/platform/config.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { listSettings } from "../../src/platform/settings.ts";
import { listServed } from "../../src/server/endpoints.ts";

const Service = v.looseObject({
  image: v.optional(v.string()),
  command: v.optional(v.array(v.string())),
  environment: v.optional(v.record(v.string(), v.string())),
  stop_grace_period: v.optional(v.string()),
  mem_limit: v.optional(v.string()),
  read_only: v.optional(v.boolean()),
  cap_drop: v.optional(v.array(v.string())),
  healthcheck: v.optional(v.unknown()),
});
const Compose = v.looseObject({ services: v.record(v.string(), Service) });
const Probe = v.looseObject({ httpGet: v.object({ path: v.string(), port: v.string() }) });
/** Nothing of it is more than its own. */
const Confined = v.looseObject({
  allowPrivilegeEscalation: v.literal(false),
  readOnlyRootFilesystem: v.literal(true),
  capabilities: v.object({ drop: v.tuple([v.literal("ALL")]) }),
});
const Container = v.looseObject({
  securityContext: Confined,
  ports: v.array(v.object({ name: v.string(), containerPort: v.number() })),
  env: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  resources: v.looseObject({ limits: v.looseObject({ memory: v.string() }) }),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  lifecycle: v.object({
    preStop: v.object({ exec: v.object({ command: v.tuple([v.literal("sleep"), v.string()]) }) }),
  }),
});
const Deployment = v.looseObject({
  kind: v.literal("Deployment"),
  spec: v.looseObject({
    template: v.looseObject({
      spec: v.looseObject({
        terminationGracePeriodSeconds: v.number(),
        securityContext: v.looseObject({ runAsNonRoot: v.literal(true), runAsUser: v.number() }),
        containers: v.tuple([Container]),
      }),
    }),
  }),
});

const read = (file: string): string => readFileSync(join(PROJECT_ROOT, "deploy", file), "utf8");
const { services } = v.parse(Compose, parse(read("compose.yaml"), { merge: true }));
const documents = parseAllDocuments(read("kubernetes/marey.yaml")).map((one) => {
  expect(one.errors).toEqual([]);
  return v.parse(v.looseObject({ apiVersion: v.string(), kind: v.string() }), one.toJS());
});
const pod = v.parse(
  Deployment,
  documents.find(({ kind }) => kind === "Deployment"),
).spec.template.spec;
const [container] = pod.containers;
const settings = new Set(listSettings().map(({ name }) => name));
const config = readConfig({});

/** What a deployment sets, with what is filled in from outside at its default. */
function valuesOf(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_all, _name, given) => given ?? ""),
    ]),
  );
}

/** Of a server with these settings, all of them full. */
function cacheGib(environment: Readonly<Record<string, string>>): number {
  const { infra_bytes, result_bytes } = readConfig(environment).caches;
  return (infra_bytes + result_bytes) / 2 ** 30;
}

describe("the servers of compose.yaml", () => {
  it.each(["server1", "server2"])("%s has settings that exist and can be read", (name) => {
    const environment = services[name]?.environment ?? {};
    expect(Object.keys(environment).filter((one) => !settings.has(one))).toEqual([]);
    const values = valuesOf(environment);
    expect(readConfig({ ...values, DATABASE_URL: "" }).workers.threads).toBe(2);
    expect(values["DATABASE_URL"]).toMatch(/^postgres:\/\/marey:.*@postgres\/marey$/);
  });

  it("share results in a Valkey that forgets what is not used, and keeps nothing on disk", () => {
    for (const name of ["server1", "server2"]) {
      expect(services[name]?.environment?.["VALKEY_URL"]).toBe("redis://valkey:6379");
    }
    const { command = [] } = services["valkey"] ?? {};
    const options = command.join(" ");
    expect(options).toContain("--maxmemory-policy allkeys-lru");
    expect(options).toMatch(/--maxmemory \d+gb/);
    expect(command.slice(command.indexOf("--save")).slice(0, 2)).toEqual(["--save", ""]);
  });

  it("have limits, write nothing outside of /tmp, and have no rights to lose", () => {
    for (const [name, { mem_limit }] of Object.entries(services))
      expect(mem_limit, name).toMatch(/^\d+[mg]$/);
    for (const name of ["server1", "server2", "valkey"]) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    }
    // The servers' own is in the image; whether they answer is the balancer's to see.
    for (const name of ["postgres", "valkey"])
      expect(services[name]?.healthcheck, name).toBeDefined();
  });

  it("have twice the memory that their caches may take", () => {
    for (const name of ["server1", "server2"]) {
      const { environment = {}, mem_limit } = services[name] ?? {};
      const limit_gib = Number(/^(\d+)g$/.exec(mem_limit ?? "")?.[1]);
      const values = { ...valuesOf(environment), DATABASE_URL: "" };
      expect(cacheGib(values)).toBeLessThanOrEqual(limit_gib / 2);
    }
  });

  it("have longer to stop than they need to drain", () => {
    for (const name of ["server1", "server2"]) {
      const seconds = Number(/^(\d+)s$/.exec(services[name]?.stop_grace_period ?? "")?.[1]);
      expect(seconds * 1000).toBeGreaterThan(config.limits.drain_ms);
    }
  });

  it("come from files without a secret: passwords are asked for", () => {
    const text = ["compose.yaml", "gateway.yaml", "kubernetes/marey.yaml", "Dockerfile"]
      .map(read)
      .join("\n");
    const passwords = [...text.matchAll(/PASSWORD: (\S+)/g)].map(([, value]) => value);
    expect(passwords).toEqual(["${POSTGRES_PASSWORD:?say"]);
    expect(text.match(/postgres:\/\/\w+:(?!\$\{)/g)).toBe(null);
  });

  it("stand behind the balancer's names, which waits longer than they do", () => {
    const balancer = read("haproxy.cfg");
    const names = [...balancer.matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name ?? "").sort();
    const { environment = {} } = services["balancer"] ?? {};
    expect(Object.keys(environment).sort()).toEqual(names);
    for (const name of ["server1", "server2"]) {
      expect(Object.values(environment)).toContain(`${name}:${config.port}`);
    }
    const seconds = Number(/timeout server (\d+)s/.exec(balancer)?.[1]);
    expect(seconds * 1000).toBeGreaterThan(config.limits.request_deadline_ms);
    const kept_s = Number(/timeout http-keep-alive (\d+)s/.exec(balancer)?.[1]);
    expect(kept_s * 1000).toBeLessThan(config.limits.keep_alive_ms);
  });
});

describe("the gateway of gateway.yaml", () => {
  const gateway = v.parse(Compose, parse(read("gateway.yaml"), { merge: true })).services;

  it("is made of services that know each other, and asks for its secrets", () => {
    const { OAUTH2_PROXY_UPSTREAMS: upstream } = gateway["gateway"]?.environment ?? {};
    expect(upstream).toBe(`http://identities:${config.port}`);
    expect(gateway["identities"]?.environment?.["BALANCER"]).toBe(`balancer:${config.port}`);
    expect(Object.keys(services)).toContain("balancer");
    const secrets = Object.entries(gateway["gateway"]?.environment ?? {}).filter(([name]) =>
      /SECRET|CLIENT_ID|ISSUER/.test(name),
    );
    expect(secrets).toHaveLength(4);
    for (const [name, value] of secrets) expect(value, name).toMatch(/^\$\{\w+:\?say which\}$/);
  });

  it("hands on no identity that a client has sent", () => {
    const lines = read("identities.cfg").split("\n");
    for (const name of ["x-remote-user", "x-remote-user-identity", "x-remote-user-name"]) {
      const dropped = lines.findIndex((line) => line.trim() === `http-request del-header ${name}`);
      const made = lines.findIndex((line) => line.includes(`set-header ${name} `));
      expect(dropped, name).toBeGreaterThan(0);
      if (made >= 0) expect(made).toBeGreaterThan(dropped);
    }
  });
});

describe("the image", () => {
  const stages = read("Dockerfile")
    .split(/^FROM /m)
    .slice(1);
  const nameOf = (stage: string): string => / AS (\w+)/.exec(stage)?.[1] ?? "";
  const variablesOf = (stage: string): Record<string, string> =>
    Object.fromEntries(
      [...stage.matchAll(/^ENV (.*)$/gm)]
        .flatMap(([, text = ""]) => text.split(" "))
        .map((pair): [string, string] => {
          const [name = "", value = ""] = pair.split("=");
          return [name, value];
        }),
    );

  it("starts whole without a setting, and as a server with what compose.yaml says", () => {
    expect(stages.map(nameOf)).toEqual(["build", "server", "whole"]);
    const [, server = "", whole = ""] = stages;
    const own = new Set([...settings, "NODE_ENV"]);
    const all = { ...variablesOf(server), ...variablesOf(whole) };
    expect(Object.keys(all).filter((name) => !own.has(name))).toEqual([]);
    const read_config = readConfig({ ...all, GIT_DESCRIBE: "" });
    expect(read_config.host).toBe("0.0.0.0");
    expect(read_config.database).toMatchObject({ url: null, data_dir: "/data" });
    expect(whole).toMatch(/mkdir \/data && chown node:node \/data[^]*USER node/);
    expect(variablesOf(server)["AUTHORIZATION"]).toBe(undefined);
    expect(read("compose.yaml")).toContain("target: server");
  });
});

const has_haproxy = spawnSync("haproxy", ["-v"]).status === 0;
if (!has_haproxy)
  console.error("SKIPPED: no haproxy on PATH, the files of deploy/ were not read by it");

describe.skipIf(!has_haproxy)("HAProxy", () => {
  it.each(["haproxy.cfg", "identities.cfg"])("reads deploy/%s without a warning", (name) => {
    const file = join(PROJECT_ROOT, "deploy", name);
    const { status, stderr } = spawnSync("haproxy", ["-c", "-dW", "-f", file], {
      env: {
        ...process.env,
        LISTEN: "127.0.0.1:1",
        SERVER1: "127.0.0.1:2",
        SERVER2: "127.0.0.1:3",
        BALANCER: "127.0.0.1:4",
      },
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });
});

describe("the pods of kubernetes/", () => {
  it("have settings that exist and can be read", () => {
    const values = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    expect(Object.keys(values).filter((one) => !settings.has(one))).toEqual([]);
    expect(readConfig(values).host).toBe("0.0.0.0");
    // Twice the memory that the caches may take.
    const limit_gib = Number(/^(\d+)Gi$/.exec(container.resources.limits.memory)?.[1]);
    expect(cacheGib(values)).toBeLessThanOrEqual(limit_gib / 2);
  });

  it("are probed where the server answers, on its port", () => {
    const served = new Set(listServed(config).map(({ path }) => path));
    for (const { httpGet } of [
      container.startupProbe,
      container.livenessProbe,
      container.readinessProbe,
    ]) {
      expect(served).toContain(httpGet.path);
      expect(container.ports.map(({ name }) => name)).toContain(httpGet.port);
    }
    expect(container.ports.map(({ containerPort }) => containerPort)).toEqual([config.port]);
  });

  it("have longer to stop than they need to be forgotten and to drain", () => {
    const pause_s = Number(container.lifecycle.preStop.exec.command[1]);
    expect((pod.terminationGracePeriodSeconds - pause_s) * 1000).toBeGreaterThan(
      config.limits.drain_ms,
    );
  });

  it("are scaled, guarded and disrupted by their own name", () => {
    expect(documents.map(({ kind }) => kind)).toEqual([
      "Deployment",
      "Service",
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
      "NetworkPolicy",
    ]);
  });
});

describe("the image", () => {
  it("copies what is there, and starts what the build makes", () => {
    const lines = read("Dockerfile").split("\n");
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((file) => !existsSync(join(PROJECT_ROOT, file)))).toEqual([]);
    expect(lines).toContain('CMD ["node", "dist/src/main.js"]');
    const set = lines.filter((line) => /^(ENV|ARG) /.test(line)).join(" ");
    const names = [...set.matchAll(/(\w+)=/g)].map(([, name]) => name ?? "");
    expect(names.filter((name) => name !== "NODE_ENV" && !settings.has(name))).toEqual([]);
  });

  it("has one Node under long-term support, for which the HTTP library has a binary", () => {
    const bases = [...read("Dockerfile").matchAll(/^FROM (\S+:\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(["node:22-bookworm-slim"]));
    const abi_of_node_22 = 127;
    for (const machine of ["x64", "arm64"]) {
      const binary = `node_modules/uWebSockets.js/dist/bin/uws_linux_${machine}_${abi_of_node_22}.node`;
      expect([binary, existsSync(join(PROJECT_ROOT, binary))]).toEqual([binary, true]);
    }
  });

  it("runs as another user than root, whom files of the build do not belong to", () => {
    const last_stage =
      read("Dockerfile")
        .split(/^FROM /m)
        .at(-1) ?? "";
    expect(last_stage).toMatch(/^USER node$/m);
    expect(last_stage).not.toMatch(/--chown/);
  });

  it("is healthy while the server answers, and not when it does not", async () => {
    const health = /^HEALTHCHECK .*\n? *CMD (\[.*\])$/m.exec(
      read("Dockerfile").replaceAll("\\\n", ""),
    );
    const [command, ...args] = v.parse(v.array(v.string()), JSON.parse(health?.[1] ?? "null"));
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(asked.length === 1 ? 200 : 503).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const check = async (): Promise<unknown> => {
      const env = { ...process.env, PORT: String(port) };
      const child = spawn(command ?? "", args, { env, stdio: "ignore" });
      return (await once(child, "exit"))[0];
    };
    expect(await check()).toBe(0);
    expect(await check()).toBe(1);
    server.close();
    expect(await check()).toBe(1);
    expect(asked).toEqual(["/health", "/health"]);
    expect(listServed(config).map(({ path }) => path)).toContain("/health");
  });
});
