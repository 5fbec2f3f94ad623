/**
 * Short forms for the `body` and `answer` parts of an endpoint. Every body in the API document has
 * an example; a test finds those that lack one.
 */
import { array, type GenericSchema } from "valibot";
import type { JsonSchema } from "../../railway/wire.ts";
import type {
  Answer,
  Body,
  Context,
  FileContent,
  JsonText,
  StaticAnswer,
  TypedStream,
} from "./endpoint.ts";

export const EVENTS_TYPE = "text/event-stream";

/** A JSON body of ordinary size. */
export function jsonBody<B>(schema: GenericSchema<unknown, B>, example?: unknown): Body<B> {
  return { kind: "json", schema, limit: "body_bytes", optional: false, example };
}

/** A JSON body that may be omitted (then `{}`). */
export function optionalJsonBody<B>(schema: GenericSchema<unknown, B>, example?: unknown): Body<B> {
  return { kind: "json", schema, limit: "body_bytes", optional: true, example };
}

/** A JSON body of many records. */
export function batchBody<B>(schema: GenericSchema<unknown, B>, example: unknown): Body<B> {
  return { kind: "json", schema, limit: "batch_body_bytes", optional: false, example };
}

/** A JSON list of many records. */
export function listBody<Item>(
  item: GenericSchema<unknown, Item>,
  example: readonly unknown[],
): Body<Item[]> {
  return batchBody(array(item), example);
}

/** A RailJSON document, left unparsed: only a worker reads it. */
export function railjsonBody(schema: GenericSchema, example: unknown): Body<ArrayBuffer> {
  return { kind: "bytes", limit: "railjson_body_bytes", schema, example, others: [] };
}

/** Content types of XML; any file may be sent as plain bytes. */
export const XML_TYPES = ["application/xml", "text/xml", "application/octet-stream"] as const;

/** A file in another format, left unparsed: only a worker reads it. */
export function sourceBody(...content_types: readonly string[]): Body<ArrayBuffer> {
  return { kind: "source", limit: "railjson_body_bytes", content_types };
}

/** A whole timetable, left unparsed: a worker takes it apart. `others`: content types of other formats. */
export function timetableBody(
  schema: GenericSchema,
  example: unknown,
  others: readonly string[],
): Body<ArrayBuffer> {
  return { kind: "bytes", limit: "timetable_body_bytes", schema, example, others };
}

/** Any bytes; the handler reads the content type. */
export const fileBody: Body<Uint8Array> = { kind: "file", limit: "body_bytes" };

/** A multipart form; the handler reads it, `properties` are for the API document. */
export function multipartForm(properties: Readonly<Record<string, JsonSchema>>): Body<Uint8Array> {
  return { kind: "form", limit: "batch_body_bytes", properties };
}

/**
 * Printed on the main thread, so for records and pages only. An answer that grows with trains or
 * objects is an `okText` from a worker or the database, or a `stream`.
 */
export function okJson<R>(schema: GenericSchema<unknown, R>): Answer<R> {
  return { kind: "json", status: 200, schema };
}

/** Null is answered with 204, or another status. */
export function okOrNothing<R>(
  schema: GenericSchema<unknown, R>,
  nothing: 202 | 204 = 204,
): Answer<R | null> {
  return { kind: "json_or_nothing", status: 200, nothing, schema };
}

export function created<R>(schema: GenericSchema<unknown, R>): Answer<R> {
  return { kind: "json", status: 201, schema };
}

/** JSON text that the handler gets from the database or a worker. */
export function okText(schema: GenericSchema): Answer<JsonText> {
  return { kind: "json_text", status: 200, schema, others: [] };
}

/** The same, or a file in another content type. */
export function okTextOrFile(
  schema: GenericSchema,
  ...others: readonly string[]
): Answer<JsonText | FileContent> {
  return { kind: "json_text", status: 200, schema, others };
}

export const LINES_TYPE = "application/x-ndjson";

/** JSON text, or lines if the client accepts them: the handler asks `acceptsLines`; or a file in another content type. */
export function okTextOrLines(
  schema: GenericSchema,
  ...others: readonly string[]
): Answer<JsonText | FileContent | AsyncIterable<Uint8Array>> {
  return { kind: "json_or_lines", status: 200, schema, others, events: null };
}

/** The same, or events as they happen if the client accepts them: the handler asks `acceptsEvents`. */
export function okTextLinesOrEvents(
  { schema, events }: { readonly schema: GenericSchema; readonly events: GenericSchema },
  ...others: readonly string[]
): Answer<JsonText | FileContent | AsyncIterable<Uint8Array> | TypedStream> {
  return { kind: "json_or_lines", status: 200, schema, others, events };
}

/** A creation that takes long: its answer, or lines of progress followed by the answer (`printProgress`). */
export function createdOrLines(
  schema: GenericSchema,
  status: 200 | 201 = 201,
): Answer<JsonText | AsyncIterable<Uint8Array>> {
  return { kind: "json_or_lines", status, schema, others: [], events: null };
}

export function acceptsLines(ctx: Pick<Context, "header">): boolean {
  return (ctx.header("accept") ?? "").includes(LINES_TYPE);
}

export function acceptsEvents(ctx: Pick<Context, "header">): boolean {
  return (ctx.header("accept") ?? "").includes(EVENTS_TYPE);
}

export const noContent: Answer<void> = { kind: "no_content", status: 204 };

export function text(content_type: string): Answer<string> {
  return { kind: "text", status: 200, content_type };
}

/** A stored file. */
export const file: Answer<FileContent> = { kind: "file", status: 200 };

/** One of the server's own files. */
export function staticFile(...content_types: readonly string[]): Answer<StaticAnswer> {
  return { kind: "static_file", status: 200, content_types };
}

/** A body that is written as it is produced, with back-pressure. */
export function stream(
  content_type: string,
  schema: GenericSchema | null = null,
): Answer<AsyncIterable<Uint8Array>> {
  return { kind: "stream", status: 200, content_type, schema, slots: "exports", others: [] };
}

/** A table as CSV, or the same in another format. */
export function tableStream(
  ...others: readonly string[]
): Answer<AsyncIterable<Uint8Array> | TypedStream> {
  const content_type = "text/csv; charset=utf-8; header=present";
  return { kind: "stream", status: 200, content_type, schema: null, slots: "exports", others };
}

/** A JSON document, or the same data in another format. */
export function documentStream(
  schema: GenericSchema,
  others: readonly string[],
): Answer<AsyncIterable<Uint8Array> | TypedStream> {
  const content_type = "application/json";
  return { kind: "stream", status: 200, content_type, schema, slots: "exports", others };
}

/** Events as they happen, for as long as the client stays; `schema` describes one event. */
export function eventStream(schema: GenericSchema): Answer<AsyncIterable<Uint8Array>> {
  const others: readonly string[] = [];
  return {
    kind: "stream",
    status: 200,
    content_type: EVENTS_TYPE,
    schema,
    slots: "events",
    others,
  };
}
