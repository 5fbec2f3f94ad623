// Method: a grant to everybody, passed on by somebody who has no other: the words of the refusal.
import { expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { type Caller, openWorld } from "./world.ts";

const world = opened(openWorld);

it("a grant that everybody has can't be passed on, and the refusal says so", async () => {
  const [anna, ben] = [await world.caller([]), await world.caller([])];
  const timetable = await world.timetable();
  const path = `/authz/timetable/${timetable}/grants`;
  await world.send(world.owner, {
    method: "POST",
    path,
    body: { subject_id: null, grant: "Writer" },
  });
  const share = async (who: Caller, body: unknown) =>
    await world.send(who, { method: "POST", path, body });
  for (const grant of ["Reader", "Writer"] as const) {
    const refused = await share(ben, { subject_id: anna.id, grant });
    expect(refused).toMatchObject({
      status: 403,
      json: {
        type: "editoast:authz:Forbidden",
        context: { required: grant, effective: "Writer" },
      },
    });
    expect(refused.json.message).not.toContain("you have");
    expect(refused.json.message).toContain("what everybody has");
  }
  const too_high = await share(ben, { subject_id: anna.id, grant: "Owner" });
  expect(too_high.json.message).toContain("This needs Owner");
  expect(too_high.json.message).toContain("you have Writer there");
});
