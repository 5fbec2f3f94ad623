/** Wrong orders of the checks, and checks that are not made. */
import { type Mutant, TESTS } from "./mutant.ts";

const DISPATCH = "src/platform/http/dispatch.ts";
const CONTEXT = "src/platform/http/context.ts";
const { matrix, missing, dispatch, identity, one_header, order, unread, malformed, kept } = TESTS;

const ROLE_CHECK = `    if (access.kind === "checked") ctx.checkRoles(access.roles);\n`;
const TARGET_CHECK = `    if (target === null) throw fault;\n`;
const READ_BODY = `    const creation = readKey(ctx, endpoint, target);
    const body = await this.#readBody(endpoint.body, request, creation);
    if (creation !== null) await ctx.useKey(creation);\n`;
const FIND = `    const found = await endpoint.find?.(ctx, target);\n`;
const FAULT = `    if (fault !== null) throw fault;\n`;
const FORESEE = `    if (fault !== null || endpoint.body.kind !== "none") await endpoint.foresee?.(ctx, target);\n`;
const FORESEEN = `    ctx.refuse(foreseen);\n`;
const DECISION = `    if (access.kind === "checked") ctx.decide(resources);\n`;
const HANDLE = `    const input = { ...target, body, found };
    const { answer } = endpoint;
    const slots = slotsOf(answer, ctx);
    if (slots !== null) {
      const free = this.#slots[slots].take(ctx.share.owner);
      return await sendStream(ctx, endpoint, { input, free });
    }
    return await handle(ctx, endpoint, input);\n`;
const HANDLE_FIRST = `    const response = await handle(ctx, endpoint, { ...target, body, found });\n`;
const VERIFY = "  ctx.verifyChecks(`${endpoint.method} ${endpoint.path}`);\n";

export const CHECK_ORDER: readonly Mutant[] = [
  { rule: "roles are not checked", file: DISPATCH, find: ROLE_CHECK, replace: "", tests: [matrix] },
  {
    rule: "roles are checked after the body is validated",
    file: DISPATCH,
    find: ROLE_CHECK + TARGET_CHECK + DECISION + FORESEEN + FORESEE + FIND + FAULT + READ_BODY,
    replace: TARGET_CHECK + DECISION + FORESEEN + FORESEE + FIND + FAULT + READ_BODY + ROLE_CHECK,
    tests: [order],
  },
  {
    rule: "wrong parameters are told to who may not call",
    file: DISPATCH,
    find: ROLE_CHECK + TARGET_CHECK,
    replace: TARGET_CHECK + ROLE_CHECK,
    tests: [order],
  },
  {
    rule: "privileges of the URL are judged after the body is validated",
    file: DISPATCH,
    find: DECISION + FORESEEN + FORESEE + FIND + FAULT + READ_BODY,
    replace: FORESEEN + FORESEE + FIND + FAULT + READ_BODY + DECISION,
    tests: [order],
  },
  {
    rule: "privileges of what the URL names are judged after the body is validated",
    file: DISPATCH,
    find: FIND + FAULT + READ_BODY,
    replace: FAULT + READ_BODY + FIND,
    tests: [unread],
  },
  {
    rule: "a faulty query is told before the privileges on what the path names are judged",
    file: DISPATCH,
    find: DECISION + FORESEEN + FORESEE + FIND + FAULT,
    replace: FAULT + DECISION + FORESEEN + FORESEE + FIND,
    tests: [malformed],
  },
  {
    rule: "privileges that follow from a read are not foreseen",
    file: DISPATCH,
    find: FORESEE,
    replace: "",
    tests: [malformed],
  },
  {
    rule: "a faulty query names nothing",
    file: "src/platform/http/arrival/target.ts",
    find: "return [[name, v.parse(entry, raw[name])]];",
    replace: "return [];",
    tests: [malformed],
  },
  {
    rule: "a browser may keep what a caller was told",
    file: "src/platform/http/sending/common_headers.ts",
    find: `if (endpoint !== null && endpoint.access.kind !== "public") return this.#of_caller;`,
    replace: "",
    tests: [kept],
  },
  {
    rule: "privileges that a handler asks for together with others are not foreseen",
    file: DISPATCH,
    find: FORESEEN,
    replace: "",
    tests: [unread],
  },
  {
    rule: "privileges are not judged",
    file: DISPATCH,
    find: DECISION,
    replace: "",
    tests: [matrix, dispatch],
  },
  {
    rule: "privileges are judged after the handler",
    file: DISPATCH,
    find: DECISION + FORESEEN + FORESEE + FIND + FAULT + READ_BODY + HANDLE,
    replace: `${FORESEEN + FORESEE + FIND + FAULT + READ_BODY + HANDLE_FIRST + DECISION}    return response;\n`,
    tests: [matrix, dispatch],
  },
  {
    rule: "an answer leaves although a check is missing",
    file: DISPATCH,
    find: VERIFY,
    replace: "",
    tests: [missing, dispatch],
  },
  {
    rule: "a write goes through although a check is missing",
    file: "src/platform/http/checked_database.ts",
    find: "if (this.#db.isWrite(name)) this.#beforeWrite(name);",
    replace: "",
    tests: [missing],
  },
  {
    rule: "a function that writes passes for a read",
    file: "src/platform/db/queries.ts",
    find: "return CHANGES.test(code) || calls.test(code);",
    replace: "return CHANGES.test(code);",
    tests: [missing],
  },
  {
    rule: "a missing check is only logged",
    file: CONTEXT,
    find: `if (this.services.config.missing_check === "abort") throw new Error(message);`,
    replace: "",
    tests: [missing, dispatch],
  },
  {
    rule: "administrators have rights on all data",
    file: CONTEXT,
    find: `if (this.access?.is_repair === true && this.roles.has("admin")) return;`,
    replace: `if (this.roles.has("admin")) return;`,
    tests: [order],
  },
  {
    rule: "the exact level is not enough",
    file: "src/platform/access/levels.ts",
    find: "PRIVILEGE_LEVELS.indexOf(standing) <= PRIVILEGE_LEVELS.indexOf(needed)",
    replace: "PRIVILEGE_LEVELS.indexOf(standing) < PRIVILEGE_LEVELS.indexOf(needed)",
    tests: [matrix],
  },
  {
    rule: "any level is enough",
    file: "src/platform/access/levels.ts",
    find: "return PRIVILEGE_LEVELS.indexOf(standing) <= PRIVILEGE_LEVELS.indexOf(needed);",
    replace: "return true;",
    tests: [matrix],
  },
  {
    rule: "what does not exist is forbidden, not missing",
    file: CONTEXT,
    find: `if (standing === "absent") throw absentResource(type, id, this.access?.absent[type]);`,
    replace: "",
    tests: [matrix],
  },
  {
    rule: "one of the roles is enough",
    file: CONTEXT,
    find: "if (required.every((role) => this.roles.has(role))) return;",
    replace: "if (required.some((role) => this.roles.has(role))) return;",
    tests: [matrix, dispatch],
  },
  {
    rule: "anybody may send an identity",
    file: "src/platform/access/identity.ts",
    find: `if (!isTrusted(lines.remote_address)) return { kind: "untrusted_peer" };`,
    replace: "",
    tests: [identity],
  },
  {
    rule: "the first of two identities counts",
    file: "src/platform/access/identity.ts",
    find: `  if (lines.identity.length + lines.combined.length > 1) {
    return malformed("there are two identities");
  }
`,
    replace: "",
    tests: [identity],
  },
  {
    rule: "the identity in one header ends at its first slash",
    file: "src/platform/access/identity.ts",
    find: `checkIdentity(combined, at`,
    replace: `checkIdentity(combined.slice(0, at), at`,
    tests: [one_header],
  },
  {
    rule: "an identity in one header counts without its setting",
    file: DISPATCH,
    find: "combined: this.#services.config.x_remote_user",
    replace: "combined: true",
    tests: [one_header],
  },
  {
    rule: "a resource that was asked for by the handler counts for the whole type list",
    file: CONTEXT,
    find: `type === "resource" ? this.#asked.size === 0 : !this.#asked.has(type as ResourceType),`,
    replace: `this.#asked.size === 0,`,
    tests: [missing],
  },
];
