/** Networks that tests edit over HTTP: short calls to a server. */
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";

interface EditedNetworks {
  readonly api: TestApi;
  /** Imports a network. */
  readonly draw: (network?: unknown) => Promise<number>;
  readonly edit: (
    infra: number,
    operations: unknown,
    headers?: Record<string, string>,
  ) => Promise<CallResult>;
  readonly read: (infra: number, tail?: string) => Promise<CallResult["json"]>;
}

/** For the tests of a file: a server that is closed after them. */
export function openEditedNetworks(): EditedNetworks {
  const api = opened(startTestApi);
  return {
    api,
    draw: async (network = TINY_RAILJSON) =>
      (await api.make("POST", "/infra/railjson?name=drawn", network)).json.infra,
    edit: async (infra, operations, headers = {}) =>
      await api.call("POST", `/infra/${infra}`, operations, headers),
    read: async (infra, tail = "") => (await api.make("GET", `/infra/${infra}${tail}`)).json,
  };
}
