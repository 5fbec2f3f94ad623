/** Texts of what is around a timetable: start, projects, sharing, history, rolling stocks. Part of `LATER`. */
import { plural } from "./plural.ts";

const quoted = (name: string): string => `“${name}”`;

export const FRAME_TEXTS = {
  just_now: "just now",
  start: {
    heading: "Timetables",
    search: "Search by timetable, scenario, study or project",
    trains: (n: number) => plural(n, "train", "trains"),
    changed: (when: string, who: string | null) =>
      who === null ? `changed ${when}` : `changed ${when} by ${who}`,
    no_place: "in no scenario",
    none_found: (words: string) => `Nothing has ${quoted(words)} in its name.`,
    none: "There is no timetable that you may read. Somebody who owns one can share it with you.",
    more: (n: number) => `Show ${n} more`,
    networks: "Networks",
    no_networks: "There is no network that you may read.",
    more_networks: (n: number) => `… and ${n} more`,
    new_timetable: "New timetable",
    projects: "Projects",
    stocks: "Rolling stocks",
    import: "Import",
    no_writing: "To make timetables you need the role timetable:write; an administrator gives it.",
    actions: (name: string) => `More for ${name}`,
  },
  records: {
    rename: "Rename …",
    copy: "Copy …",
    remove: "Delete …",
    share: "Share …",
    history: "History …",
    new_name: "Name",
    make: "Make",
    store: "Store",
    cancel: "Cancel",
    delete: "Delete",
    name_missing: "A name has at least one visible character and at most 128.",
    copy_of: (name: string) => `Copy of ${name}`,
    rename_what: (name: string) => `Rename ${name}`,
    copy_what: (name: string) => `Copy ${name}`,
    delete_what: (name: string) => `Delete ${name}?`,
    renamed: (name: string) => `It is called ${name} now.`,
    made: (name: string) => `${name} is made.`,
    deleted: (name: string) => `${name} is deleted.`,
    delete_timetable: (n: number, scenario: string | null) =>
      `${plural(n, "train goes", "trains go")} with it${scenario === null ? "" : `, and the scenario ${quoted(scenario)}`}. This can't be undone.`,
    not_owner: "Only its owners can delete it.",
    not_writer: "You may read it, but not change it.",
  },
  guide: {
    heading: "There is nothing here yet",
    words:
      "A timetable runs on a network with rolling stocks. Begin with the sample to look around, or bring your own data.",
    sample: "Load the sample",
    sample_what: "A line of 200 km with 60 trains and two hourly services. It takes some seconds.",
    own: "Bring your own data",
    no_roles: (roles: string) =>
      `To load anything here you need the ${roles}. An administrator gives roles; the owner of a timetable can share it with you.`,
    role: (names: string) => (names.includes(",") ? `roles ${names}` : `role ${names}`),
    sample_name: "Sample",
    sample_profiles: "Sample",
    open: "Open the timetable",
  },
  imports: {
    collection: "Own rolling stocks",
    heading: "Import",
    network: "Network",
    network_hint: "RailJSON (.json), railML (.railml, .xml) or OpenStreetMap (.osm, .osm.pbf)",
    stocks: "Rolling stocks",
    stocks_hint:
      "railML (.railml, .xml), or this server’s own: one rolling stock or a list of them (.json)",
    timetable: "Timetable",
    timetable_hint:
      "railML (.railml, .xml), a netgraph (.json), GTFS (.zip), NeTEx (.xml), a table (.csv, .xlsx), or what “Timetable as JSON” has written",
    name: "Name",
    file: "File",
    begin: "Import",
    no_network: "none: names stand for themselves",
    stock_of_trains: "Rolling stock of trains that name none",
    first_day: "First day",
    report: (n: number) => `Report: ${plural(n, "remark", "remarks")}`,
    reading: (name: string) => `Reading ${name} …`,
    sending: (size: string) => `Sending ${size} …`,
    server_reading: (seconds: number) => `The server reads the file: ${seconds} s …`,
    storing: (seconds: number) => `The server stores what it read: ${seconds} s …`,
    ended: "You have ended it.",
    building: "Making the network ready …",
    making: (what: string, i: number, n: number) => `${what}: ${i} of ${n} …`,
    network_done: (name: string) => `The network ${quoted(name)} is ready.`,
    network_faults: (n: number) =>
      `${plural(n, "fault was", "faults were")} found in it: trains may not find their ways there.`,
    stocks_done: (n: number, known: number) =>
      `${plural(n, "rolling stock is", "rolling stocks are")} made${known === 0 ? "." : `, ${known} of the same name ${known === 1 ? "was" : "were"} there already and ${known === 1 ? "stays" : "stay"} as ${known === 1 ? "it is" : "they are"}.`}`,
    timetable_done: (n: number) => `${plural(n, "train is", "trains are")} imported.`,
    failed: "Nothing was imported:",
    stopped: (n: number) =>
      `Stopped; ${plural(n, "rolling stock was", "rolling stocks were")} made before:`,
    no_json: (reason: string) => `This is no JSON: ${reason}.`,
    at_line: (line: number, place: string, reason: string) =>
      `line ${line}${place === "" ? "" : ` (${place})`}: ${reason}`,
    needs: (role: string) => `This takes the role ${role}; an administrator gives it.`,
    sample: { profiles: "Electrical profiles …", timetable: "Timetable …", open: "Done." },
  },
  sharing: {
    heading: (name: string) => `Who may do what with ${name}`,
    who: "Who",
    may: "May",
    may_of: (name: string) => `What ${name} may do`,
    everybody: "Everybody",
    group: (name: string) => `${name} (group)`,
    kinds: { user: "person", group: "group" },
    levels: {
      MinimalMetadata: "see that it is there",
      Reader: "look at it",
      Creator: "look at it and add to it",
      Writer: "look at it and change it",
      Owner: "do everything, also share and delete it",
    },
    inherited: (from: string) => `by the ${from} it is in`,
    add_heading: "Share with somebody",
    add: "Share",
    remove: "Remove",
    remove_of: (name: string) => `Remove ${name}`,
    along: (name: string) => `Let them look at ${quoted(name)} too, which it runs on`,
    not_allowed: "You may not share this: somebody has to share it with you by name first.",
    known_users: "Only those who have opened this server once can be found.",
  },
  history: {
    heading: (name: string) => `What was changed in ${name}`,
    none: "Nothing was changed lately. Older changes are not kept.",
    when: "When",
    who: "Who",
    what: "What",
    nobody: "somebody",
    trains: (names: string, rest: number, kind: "train_schedule" | "paced_train") => {
      const more =
        kind === "train_schedule"
          ? plural(rest, "train", "trains")
          : plural(rest, "service", "services");
      if (names === "") return more;
      return rest === 0 ? names : `${names} and ${more}`;
    },
    acts: {
      created: (trains: string) => `made ${trains}`,
      changed: (trains: string) => `changed ${trains}`,
      deleted: (trains: string) => `deleted ${trains}`,
    },
    take_back: "Take back",
    take_back_what: (what: string) => `Take back: ${what}`,
    taken_back: (what: string) => `Taken back: ${what}.`,
    overtaken:
      "One of these trains has been changed again since: take back the later change first.",
  },
  projects: {
    heading: "Projects",
    new_project: "New project",
    new_study: "New study",
    new_scenario: "New scenario",
    none: "There is no project that you may read.",
    no_studies: "This project has no study yet.",
    no_scenarios: "This study has no scenario yet.",
    no_role:
      "To change projects you need the role operational-studies:write; an administrator gives it.",
    delete_words:
      "All that is in it goes with it; the timetables of its scenarios stay. This can't be undone.",
  },
  stocks: {
    heading: "Rolling stocks",
    search: "Search rolling stocks",
    none: "There is no rolling stock of this name that you may read.",
    first: {
      none: "There is no rolling stock yet that you may read. Begin with those of the sample, duplicate them and change their data; or bring your own by “Import” beside the timetables.",
      make: "Add the sample’s rolling stocks",
    },
    choose: "Choose a rolling stock to see its data and curves.",
    facts: (kmh: number, metres: number) => `${Math.round(kmh)} km/h · ${Math.round(metres)} m`,
    duplicate: "Duplicate …",
    edit: "Edit",
    as_railml: "Save as railML",
    picture: (name: string) => `Picture of ${name}`,
    no_role:
      "To change rolling stocks you need the role rolling-stock:write; an administrator gives it.",
    not_writer:
      "It is in a collection that you may not change: duplicate it to change the duplicate.",
    locked: "It is locked: duplicate it to change the duplicate.",
    stored: (name: string) => `${name} is stored. Trains that use it run with the new data.`,
    overtaken: "Somebody else has changed it meanwhile: choose it again to see what it is now.",
    no_number: (field: string) => `${field} has to be a number.`,
    fields: {
      length: "Length",
      mass: "Mass",
      max_speed: "Highest speed",
      startup_time: "Time to start up",
      startup_acceleration: "Acceleration to start",
      comfort_acceleration: "Highest acceleration",
      gamma: "Braking",
      A: "Resistance A",
      B: "Resistance B",
      C: "Resistance C",
    },
    modes: "Traction",
    gauge: "Loading gauge",
    signalling: "Signalling systems",
    power_class: "Power class",
    restrictions: "Power restrictions",
    resistance: "resistance",
    speed_axis: "km/h",
    effort_axis: "kN",
    chart_label: (name: string) =>
      `Tractive effort of ${name} over speed, by mode, and its resistance.`,
  },
} as const;
