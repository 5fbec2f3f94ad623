// Method: a generated network's trains; what is told of a station and of a paced train beside what is told of all.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";

interface Told {
  readonly train: { readonly kind: string; readonly id: number };
  readonly stops: readonly { readonly stop: string | null }[];
}

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));
const [FORM] = NETWORK.train_schedules;

describe("a forecast", () => {
  it("of one station has the trains that stop there with that stop alone, of a paced train its own", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    const rows = (await api.make("POST", `${path}/train_schedules`, NETWORK.train_schedules)).json;
    const paced = { time_window: "PT2H", interval: "PT1H" };
    const [service] = (
      await api.make("POST", `${path}/paced_trains`, [{ ...FORM, paced, exceptions: [] }])
    ).json;
    const ask = async (query: string): Promise<Told[]> =>
      (await api.make("GET", `${path}/forecast?infra=${api.infra_id}${query}`)).json.trains;
    const all = await ask("");
    const own = all.filter(
      ({ train: { kind, id } }) => kind === "paced_train" && id === service.id,
    );
    expect(own).toHaveLength(2);
    expect(await ask(`&paced_train_id=${service.id}`)).toEqual(own);
    const formOf = new Map(
      rows.map(({ id }: { id: number }, i: number) => [
        `train_schedule ${id}`,
        NETWORK.train_schedules[i],
      ]),
    );
    formOf.set(`paced_train ${service.id}`, FORM);
    const stations = new Set(
      NETWORK.train_schedules.flatMap((train) =>
        train.path.map((item) => ("operational_point" in item ? item.operational_point : "")),
      ),
    );
    stations.delete("");
    let partly = 0;
    for (const station of stations) {
      const wanted = all.flatMap(({ train, stops, ...rest }) => {
        const form = formOf.get(`${train.kind} ${train.id}`) as typeof FORM;
        const there = stops.filter(({ stop }) =>
          form?.path.some((item) => {
            return item.id === stop && JSON.stringify(item).includes(`"${station}"`);
          }),
        );
        return there.length === 0 ? [] : [{ train, ...rest, stops: there }];
      });
      if (wanted.length > 0 && wanted.length < all.length) partly++;
      expect(await ask(`&station=${encodeURIComponent(station ?? "")}`), station).toEqual(wanted);
    }
    expect(partly).toBeGreaterThan(0);
  });
});
