/**
 * The URL of the shared Valkey, from the forms that people write to the form that the client library reads. The
 * library would take options from a query, send no login that has no password, and look up a host named `a,b`.
 * So what it would misread is refused here. Faults never quote the text, which may contain a password.
 */
import * as v from "valibot";

type ReadUrl = { readonly url: string } | { readonly fault: string };

const FORMS =
  "must be redis://host:port/database, rediss:// with TLS, redis+cluster://host:port,host:port or unix:///path?db=database, with user:password@ in front of hosts or path";
const ONE =
  "must name one server, or nodes of a cluster as redis+cluster://host:port,host:port; sentinels are not supported";
const ENCODED = "must have what is special in user and password percent-encoded";
const LOGIN = "must have a password behind the user's name, or `:password@` alone";
const DATABASE = "must name a database by its number";
const CLUSTER_DATABASE = "must name no database other than 0: a cluster has one";
const OPTIONS = "must have no options";

/** Empty = none. */
export const valkeyUrl = v.pipe(
  v.string(),
  v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
    if (dataset.value === "") return null;
    const read = readValkeyUrl(dataset.value);
    if ("url" in read) return read.url;
    addIssue({ message: read.fault });
    return NEVER;
  }),
);

function readValkeyUrl(text: string): ReadUrl {
  const [, scheme = "", rest = ""] = /^([a-z+-]+):\/\/(.*)$/s.exec(text) ?? [];
  const is_cluster = /^(?:redis|valkey)s?\+cluster$/.test(scheme);
  const is_list = /^(?:[^/]*@)?[^/@]*,[^@]*$/.test(rest);
  if (!is_cluster && (is_list || /sentinel|cluster/.test(scheme))) return { fault: ONE };
  // Otherwise the first host of a list would be read as a password.
  if (rest.split("@").length > 2) return { fault: ENCODED };
  if (is_cluster) return readCluster(scheme.replace("valkey", "redis"), rest);
  const socket = scheme === "unix" ? /^([^/]*@)?(\/[^/].*)$/s.exec(rest) : null;
  if (socket !== null) return readSocket(socket[1] ?? "", socket[2] ?? "");
  const tls = /^(?:redis|valkey)(s?)$/.exec(scheme)?.[1];
  if (tls === undefined) return { fault: FORMS };
  const url = parse(`redis${tls}://${rest}`);
  if (url === null || url.hostname === "") return { fault: rest.includes("@") ? ENCODED : FORMS };
  if (url.search !== "") return { fault: OPTIONS };
  if (!/^(?:\/\d{0,5})?$/.test(url.pathname)) return { fault: DATABASE };
  const fault = findFault(url);
  return fault === null ? { url: url.href } : { fault };
}

function readCluster(scheme: string, rest: string): ReadUrl {
  const [, login = "", hosts = "", behind = ""] = /^([^@]*@)?([^/?#]*)(.*)$/s.exec(rest) ?? [];
  if (/[/?#]/.test(login) || behind.includes("#")) return { fault: ENCODED };
  if (behind.startsWith("//")) return { fault: FORMS };
  if (behind.includes("?")) return { fault: OPTIONS };
  if (!/^(?:\/0?)?$/.test(behind)) return { fault: CLUSTER_DATABASE };
  for (const host of hosts.split(",")) {
    const url = parse(`redis://${login}${host}`);
    if (url === null || url.hostname === "") return { fault: FORMS };
    const fault = findFault(url);
    if (fault !== null) return { fault };
  }
  return { url: `${scheme}://${login}${hosts}` };
}

/** The nodes that a cluster's URL names, each as one server; null: not a cluster's URL. */
export function splitCluster(url: string): readonly URL[] | null {
  const [, scheme, login = "", hosts = ""] =
    /^(rediss?)\+cluster:\/\/([^@]*@)?(.*)$/.exec(url) ?? [];
  if (scheme === undefined) return null;
  return hosts.split(",").map((host) => new URL(`${scheme}://${login}${host}`));
}

/** For a socket the library takes a path in place of the URL, followed by the login. */
function readSocket(login: string, path: string): ReadUrl {
  const url = parse(`redis://${login}socket${path}`);
  const file = url && decode(url.pathname);
  if (url === null || file === null || file.includes("?")) return { fault: ENCODED };
  const fault = findFault(url);
  if (fault !== null) return { fault };
  const { db = "0", ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0) return { fault: OPTIONS };
  if (!/^\d{1,5}$/.test(db)) return { fault: DATABASE };
  const options = new URLSearchParams({ db });
  if (url.username !== "") options.set("username", decode(url.username) ?? "");
  if (url.password !== "") options.set("password", decode(url.password) ?? "");
  return { url: `${file}?${options.toString()}` };
}

/** A fault of the login, or of a login cut off by a `#`. */
function findFault({ username, password, hash }: URL): string | null {
  if (hash !== "" || decode(username) === null || decode(password) === null) return ENCODED;
  return username !== "" && password === "" ? LOGIN : null;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a malformed escape
  }
}
