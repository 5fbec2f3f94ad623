/** From the last part of the path: to the other timetables of its study; without a study, to those that changed last. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, ask } from "../api/client.ts";
import { addressOfPlace } from "../start/timetable_card.tsx";
import { nameOfTimetable, open_place, type Place } from "../state/open_place.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const LISTED_MAX = 12;
const WORDS_LENGTH_MAX = 128;

export function PlaceMenu(): JSX.Element {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const own = open_place.value;
  const study = own?.scenario?.study ?? null;
  useEffect(() => {
    const words = study?.name.slice(0, WORDS_LENGTH_MAX);
    const query = { page_size: LISTED_MAX, ...(words !== undefined && { words }) };
    attempt(async () => {
      const { timetables } = await ask(api.GET("/overview", { params: { query } }));
      setPlaces(timetables.results);
    });
  }, [study?.id]);
  const others = places.filter(
    ({ timetable_id, scenario }) =>
      timetable_id !== own?.timetable_id && (study === null || scenario?.study.id === study.id),
  );
  return (
    <>
      {others.map((place) => (
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
