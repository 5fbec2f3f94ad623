/** Texts of the API document: the introduction, headers and sign-in. */
import type { JsonSchema } from "../../railway/wire.ts";

export const DESCRIPTION = `Who may do what, timetables, paths, running times, conflicts and train graphs.

Positions and lengths of paths, simulations and projections are whole millimetres, times in them whole
milliseconds since the train's start, speeds metres per second. Dates are RFC 3339, answered in UTC.
Durations are ISO 8601 without years and months, answered as \`PT<seconds>S\`.

Streams begin when all rights are checked; what fails later ends the connection before the last byte, so
that no part looks whole. Lines of \`application/x-ndjson\` come as their trains are computed: first
\`{"count": …}\`, then one a train with \`id\`, \`kind\` and its summary. CSV is RFC 4180 in UTF-8 with a
header; texts that a spreadsheet would take for a formula have an apostrophe in front.

\`text/event-stream\` never ends by itself. Its schema is that of one event: its \`event\` line, and its \`data\`
line as JSON. Events come in order and at least once, each with an \`id\` that grows; a client that comes
again names the last one in \`Last-Event-ID\`, as browsers do by themselves, and gets what it missed. A
forecast's events have no ids: its stream begins with \`reset\` each time.

An answer that is no success is one error object. Beside what each operation lists, any path can answer
404 \`editoast:request:NotFound\` (there is nothing at it) and 405 \`editoast:request:MethodNotAllowed\`
with \`Allow\`. A trailing slash counts for nothing; HEAD is GET without a body.

\`x-request-id\` is taken over from the request when it is 1 to 64 characters of \`A-Za-z0-9._-\`.
Rules between fields that no schema can tell (references to waypoints by id, order of ranges) are
answered 422 with the place and the reason of each fault.`;

export const HEADERS = {
  "x-request-id": {
    description: "The request's id, as in the log",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  "x-checked-roles": {
    description: "The roles that were asked for",
    schema: { type: "string" },
  },
  "x-checked-privileges": {
    description: "The privilege levels that were asked for, as `infra/3=Reader`",
    schema: { type: "string" },
  },
  "retry-after": { description: "Seconds", schema: { type: "string", pattern: "^[0-9]+$" } },
  etag: {
    description:
      "The record's revision, for If-Match; absent when only its name may be seen. Of a file: its content",
    schema: { type: "string", pattern: '^"[A-Za-z0-9_-]+"$' },
  },
  "x-infra-version": { description: "The network's version", schema: { type: "string" } },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const SECURITY: JsonSchema = {
  gateway: {
    type: "apiKey",
    in: "header",
    name: "x-remote-user-identity",
    description:
      "Set by the authenticating gateway, never by clients: a unique opaque identity of 1 to 1024 " +
      "ASCII characters. `x-remote-user-name` may carry the user's name beside it.",
  },
};
