/** From the last part of the path: to the other timetables of its study; where there are none, to those that changed last. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, ask } from "../api/client.ts";
import { nameOfTimetable, open_place, type Place } from "../state/open_place.ts";
import { addressOfPlace } from "../state/records/used_networks.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const LISTED_MAX = 12;
const WORDS_LENGTH_MAX = 128;

type Named = NonNullable<Place["scenario"]>["study"];

export function PlaceMenu(): JSX.Element {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const own = open_place.value;
  const study = own?.scenario?.study ?? null;
  useEffect(() => {
    const list = async (words?: string): Promise<readonly Place[]> => {
      const query = { page_size: LISTED_MAX, ...(words !== undefined && { words }) };
      const { timetables } = await ask(api.GET("/overview", { params: { query } }));
      return timetables.results.filter((one) => one.timetable_id !== own?.timetable_id);
    };
    const listOfStudy = async ({ id, name }: Named): Promise<readonly Place[]> =>
      (await list(name.slice(0, WORDS_LENGTH_MAX))).filter((one) => one.scenario?.study.id === id);
    attempt(async () => {
      const others = study === null ? [] : await listOfStudy(study);
      setPlaces(others.length > 0 ? others : await list());
    });
  }, [study?.id]);
  return (
    <>
      {places.map((place) => (
        <a key={place.timetable_id} class="button item" href={addressOfPlace(place)}>
          {nameOfTimetable(place.timetable_id, place.name ?? place.scenario?.name ?? null)}
        </a>
      ))}
      <a class="button item" href="#/">
        {TOOL_TEXTS.start.heading}
      </a>
    </>
  );
}
