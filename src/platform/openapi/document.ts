/**
 * The API document (OpenAPI 3.1), made from the endpoints' declarations alone: the same schemas
 * validate the requests. It follows the order of the endpoints, so that equal sources give equal bytes.
 */
import { type GenericSchema, object } from "valibot";
import { type JsonSchema, listNamedSchemas } from "../../railway/wire.ts";
import { EVENTS_TYPE, LINES_TYPE } from "../http/answers.ts";
import type { Answer, Endpoint, HandlerHeader } from "../http/endpoint.ts";
import { type Tag, tagOf } from "../http/tags.ts";
import { REQUEST_LIMITS } from "../limits.ts";
import { describeErrors, ERROR_OBJECT, shareErrors } from "./error_answers.ts";
import {
  convertSchemas,
  listReferences,
  type NamedSchemas,
  renameReferences,
  SCHEMAS_PREFIX,
  type WireDirection,
  withStorableTexts,
} from "./json_schema.ts";
import { idOfKey, operationId } from "./names.ts";
import { describeParameters } from "./parameters.ts";
import { DESCRIPTION, HEADERS, SECURITY } from "./texts.ts";

/** Who may call, as a sentence. */
function describeAccess({ access }: Endpoint): string {
  if (access.kind === "public") return "For everybody.";
  if (access.kind === "authenticated") return "For every signed-in user.";
  const roles = access.roles.map((role) => `\`${role}\``).join(", ");
  const levels = Object.entries(access.levels)
    .filter(([, level]) => level !== "none")
    .map(([type, level]) => `${level} on each ${type.replaceAll("_", " ")} involved`);
  const needs = [...(roles === "" ? [] : [`the roles ${roles}`]), ...levels];
  const text = needs.length === 0 ? "For every signed-in user." : `Needs ${needs.join("; ")}.`;
  return access.is_repair ? `${text} Holders of the role \`admin\` need no level.` : text;
}

const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
/** The type of pictures that the server draws. */
const DRAWN_TYPE = "image/svg+xml";
const BINARY = { type: "string", format: "binary" };

/** Converts schemas of bodies and answers, and gathers the named ones that they refer to. */
class SchemaComponents {
  readonly #named: NamedSchemas;
  readonly #names: ReadonlyMap<GenericSchema, string>;
  readonly #texts: { readonly [D in WireDirection]: Record<string, JsonSchema> };

  constructor(endpoints: readonly Endpoint[], named: NamedSchemas) {
    this.#named = named;
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
    const bodies: Record<string, GenericSchema> = {};
    const answers: Record<string, GenericSchema> = {};
    for (const endpoint of endpoints) {
      const { body, answer } = endpoint;
      if ("schema" in body) this.#add(bodies, endpoint, body.schema);
      if ("schema" in answer && answer.schema !== null) {
        this.#add(answers, endpoint, answer.schema);
      }
    }
    const request = convertSchemas({ ...this.#named, ...bodies }, "request");
    const answer = convertSchemas({ ...this.#named, ...answers }, "answer");
    // Declared here, since workers check the whole document for NUL, not field by field.
    for (const list of [request, answer]) {
      list["RailjsonDocument"] = withStorableTexts(list["RailjsonDocument"]) as JsonSchema;
    }
    this.#texts = { request, answer };
  }

  #add(list: Record<string, GenericSchema>, endpoint: Endpoint, schema: GenericSchema): void {
    // Wrapped, because a schema that is also used elsewhere must not be named here.
    if (!this.#names.has(schema)) list[operationId(endpoint)] = object({ schema });
  }

  /** The schema inline, or a reference to its name. */
  show(endpoint: Endpoint, schema: GenericSchema, direction: WireDirection): JsonSchema {
    const name = this.#names.get(schema);
    if (name !== undefined) return { $ref: SCHEMAS_PREFIX + name };
    const wrapped = this.#texts[direction][operationId(endpoint)]?.["properties"];
    return (wrapped as { readonly schema: JsonSchema }).schema;
  }

  /** The schemas that `paths` refers to; one that differs between requests and answers appears twice. */
  finish(paths: Paths): { readonly paths: unknown; readonly schemas: Record<string, JsonSchema> } {
    const { request, answer } = this.#texts;
    const in_requests = listReferences(requestParts(paths), request);
    const in_answers = listReferences(answerParts(paths), answer);
    const differs = (name: string): boolean =>
      [name, ...listReferences(request[name], request)].some(
        (inner) => JSON.stringify(request[inner]) !== JSON.stringify(answer[inner]),
      );
    const rename = (name: string): string =>
      in_requests.has(name) && in_answers.has(name) && differs(name) ? `${name}Request` : name;
    const schemas: Record<string, JsonSchema> = {};
    for (const name of Object.keys(this.#named)) {
      if (in_requests.has(name)) {
        schemas[rename(name)] = renameReferences(request[name], rename) as JsonSchema;
      }
      if (in_answers.has(name)) schemas[name] ??= answer[name] ?? {};
    }
    return { paths: renameRequests(paths, rename), schemas };
  }
}

type Operation = Readonly<Record<string, unknown>> & { readonly requestBody?: unknown };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, one]) => [method, change(one)])),
    ]),
  );
}

function requestParts(paths: Paths): unknown {
  return mapOperations(paths, ({ requestBody }) => ({ requestBody }));
}

function answerParts(paths: Paths): unknown {
  return mapOperations(paths, ({ requestBody: _requestBody, ...others }) => others);
}

function renameRequests(paths: Paths, rename: (name: string) => string): Paths {
  return mapOperations(paths, (operation) => {
    if (operation.requestBody === undefined) return operation;
    // Spread first, to keep the order of keys.
    return { ...operation, requestBody: renameReferences(operation.requestBody, rename) };
  });
}

function describeBody(endpoint: Endpoint, components: SchemaComponents): JsonSchema | null {
  const { body } = endpoint;
  if (body.kind === "none") return null;
  const size = `At most ${REQUEST_LIMITS[body.limit] / 1024} KiB, unless the server is set up otherwise.`;
  if (body.kind === "file") {
    const types = [...IMAGE_TYPES, "application/octet-stream"];
    const content = Object.fromEntries(types.map((type) => [type, { schema: BINARY }]));
    return { description: size, required: true, content };
  }
  if (body.kind === "form") {
    const { properties } = body;
    const schema = { type: "object", required: Object.keys(properties), properties };
    return { description: size, required: true, content: { "multipart/form-data": { schema } } };
  }
  if (body.kind === "source") {
    return { description: size, required: true, content: listFiles(body.content_types) };
  }
  const schema = components.show(endpoint, body.schema, "request");
  const { example } = body;
  return {
    description: size,
    required: body.kind === "bytes" || !body.optional,
    content: {
      "application/json": { schema, ...(example === undefined ? {} : { example }) },
      ...(body.kind === "bytes" ? listFiles(body.others) : {}),
    },
  };
}

function listFiles(types: readonly string[]): JsonSchema {
  return Object.fromEntries(types.map((type) => [type, { schema: BINARY }]));
}

function describeContent(endpoint: Endpoint, components: SchemaComponents): JsonSchema | null {
  const { answer } = endpoint;
  const withSchema = (type: string, schema: JsonSchema): JsonSchema => ({
    [type.split(";")[0] ?? type]: { schema },
  });
  switch (answer.kind) {
    case "no_content":
      return null;
    case "json":
    case "json_or_nothing":
      return withSchema("application/json", components.show(endpoint, answer.schema, "answer"));
    case "json_text":
      return {
        ...withSchema("application/json", components.show(endpoint, answer.schema, "answer")),
        ...listFiles(answer.others),
      };
    case "json_or_lines":
      return {
        ...withSchema("application/json", components.show(endpoint, answer.schema, "answer")),
        [LINES_TYPE]: { schema: { type: "string" } },
        ...(answer.events !== null &&
          withSchema(EVENTS_TYPE, components.show(endpoint, answer.events, "answer"))),
        ...listFiles(answer.others),
      };
    case "text":
      return withSchema(answer.content_type, textSchema(answer));
    case "stream":
      return {
        ...withSchema(
          answer.content_type,
          answer.schema === null
            ? { type: "string" }
            : components.show(endpoint, answer.schema, "answer"),
        ),
        ...listFiles(answer.others),
      };
    case "file":
      return Object.fromEntries(
        [...IMAGE_TYPES, DRAWN_TYPE].map((type) => [type, { schema: BINARY }]),
      );
    case "static_file":
      return Object.fromEntries(
        answer.content_types.map((type) => [type, { schema: fileSchema(type) }]),
      );
  }
}

function fileSchema(content_type: string): JsonSchema {
  if (content_type === "application/json") return { type: "object" };
  return content_type.startsWith("text/") ? { type: "string" } : BINARY;
}

function textSchema({ content_type }: Extract<Answer<unknown>, { kind: "text" }>): JsonSchema {
  return { type: content_type === "application/json" ? "object" : "string" };
}

function describeLinks({ links }: Endpoint): JsonSchema | null {
  if (links === undefined) return null;
  const { parameters, to } = links;
  return Object.fromEntries(to.map(idOfKey).map((id) => [id, { operationId: id, parameters }]));
}

function describeSuccess(endpoint: Endpoint, components: SchemaComponents): JsonSchema {
  const { answer, summary } = endpoint;
  const content = describeContent(endpoint, components);
  const links = describeLinks(endpoint);
  return {
    description: answer.kind === "no_content" ? "Done" : summary,
    headers: describeHeaders(endpoint),
    ...(content === null ? {} : { content }),
    ...(links === null ? {} : { links }),
  };
}

function describeNothing(endpoint: Endpoint): JsonSchema {
  return { description: "There is none", headers: describeHeaders(endpoint) };
}

function describeKept(endpoint: Endpoint): JsonSchema {
  return { description: "The client has it already", headers: describeHeaders(endpoint) };
}

function describeHeaders({ access, headers = [] }: Endpoint): JsonSchema {
  const names: readonly (HandlerHeader | keyof typeof HEADERS)[] = [
    "x-request-id",
    ...(access.kind === "checked" ? (["x-checked-roles", "x-checked-privileges"] as const) : []),
    ...headers.filter((name) => name in HEADERS),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function describeOperation(
  endpoint: Endpoint,
  tag: string,
  components: SchemaComponents,
): Operation {
  const parameters = describeParameters(endpoint);
  const body = describeBody(endpoint, components);
  return {
    operationId: operationId(endpoint),
    tags: [tag],
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    ...(endpoint.access.kind === "public" ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [endpoint.answer.status]: describeSuccess(endpoint, components),
      ...(endpoint.answer.kind === "json_or_nothing"
        ? { [endpoint.answer.nothing]: describeNothing(endpoint) }
        : {}),
      ...(endpoint.answer.kind === "static_file" ? { 304: describeKept(endpoint) } : {}),
      ...describeErrors(endpoint),
    },
  };
}

/** The whole document. */
export function makeDocument(endpoints: readonly Endpoint[], tags: readonly Tag[]): JsonSchema {
  const components = new SchemaComponents(endpoints, listNamedSchemas());
  const drawn: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = describeOperation(endpoint, tagOf(endpoint.path, tags), components);
    drawn[path] = { ...drawn[path], [endpoint.method]: operation };
  }
  const { paths, schemas } = components.finish(drawn);
  const shared = shareErrors(endpoints);
  return {
    openapi: "3.1.0",
    info: {
      title: "Marey",
      version: "1.0.0",
      summary: "A railway operations backend",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: ".", description: "Where this document is: behind a gateway usually /api" }],
    security: [{ gateway: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ErrorObject: ERROR_OBJECT, ...schemas },
      responses: shared,
      headers: HEADERS,
      securitySchemes: SECURITY,
    },
  };
}
