// Method: sets go in and come out as they were sent; records are compared whole.
import { expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { validProfileSet } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);

it("a set is created, listed by name, read whole and in part, and deleted", async () => {
  const data = validProfileSet();
  const made = await api.call("POST", "/electrical_profile_set?name=set%20B", data);
  expect([made.status, made.json]).toEqual([200, { id: made.json.id, name: "set B", data }]);
  const other = await api.make("POST", "/electrical_profile_set?name=set%20A", data);
  const list = await api.call("GET", "/electrical_profile_set");
  expect(list.json).toEqual([
    { id: other.json.id, name: "set A" },
    { id: made.json.id, name: "set B" },
  ]);
  const path = `/electrical_profile_set/${made.json.id}`;
  expect((await api.call("GET", path)).json).toEqual(data);
  const order = await api.call("GET", `${path}/level_order`);
  expect(order.json).toEqual(data["level_order"]);
  expect((await api.call("DELETE", path)).status).toBe(204);
  expect((await api.call("GET", path)).status).toBe(404);
});

it("an empty set is a set", async () => {
  const data = { levels: [], level_order: {} };
  const made = await api.make("POST", "/electrical_profile_set?name=empty", data);
  expect((await api.call("GET", `/electrical_profile_set/${made.json.id}`)).json).toEqual(data);
});
