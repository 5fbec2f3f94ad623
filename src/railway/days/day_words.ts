/**
 * The words in which days are told (days_text.ts): the first of each list is printed, all are read. The page takes the
 * same ones, so this imports nothing.
 */

export interface DayWords {
  /** From Monday. */
  readonly weekdays: readonly (readonly string[])[];
  /** From January. */
  readonly months: readonly (readonly string[])[];
  readonly daily: readonly string[];
  readonly never: readonly string[];
  readonly not: readonly string[];
  readonly also: readonly string[];
  readonly from: readonly string[];
  readonly until: readonly string[];
  readonly every_second_week: readonly string[];
  /** What stands behind a day of the month, and between it and the month. */
  readonly after_day: string;
  readonly before_month: string;
  readonly before_year: string;
}

export const DAY_WORDS = {
  en: {
    weekdays: [
      ["Mo", "Mon", "Monday"],
      ["Tu", "Tue", "Tuesday"],
      ["We", "Wed", "Wednesday"],
      ["Th", "Thu", "Thursday"],
      ["Fr", "Fri", "Friday"],
      ["Sa", "Sat", "Saturday"],
      ["Su", "Sun", "Sunday"],
    ],
    months: [
      ["Jan", "January"],
      ["Feb", "February"],
      ["Mar", "March"],
      ["Apr", "April"],
      ["May"],
      ["Jun", "June"],
      ["Jul", "July"],
      ["Aug", "August"],
      ["Sep", "Sept", "September"],
      ["Oct", "October"],
      ["Nov", "November"],
      ["Dec", "December"],
    ],
    daily: ["daily", "every day"],
    never: ["never"],
    not: ["not", "except"],
    also: ["also", "and"],
    from: ["from"],
    until: ["until", "to"],
    every_second_week: ["every 2nd week", "every second week", "every other week"],
    after_day: "",
    before_month: " ",
    before_year: " ",
  },
  de: {
    weekdays: [
      ["Mo", "Montag", "Montags"],
      ["Di", "Dienstag", "Dienstags"],
      ["Mi", "Mittwoch", "Mittwochs"],
      ["Do", "Donnerstag", "Donnerstags"],
      ["Fr", "Freitag", "Freitags"],
      ["Sa", "Samstag", "Samstags", "Sonnabend"],
      ["So", "Sonntag", "Sonntags"],
    ],
    months: [
      ["1.", "Januar", "Jan"],
      ["2.", "Februar", "Feb"],
      ["3.", "März", "Mär"],
      ["4.", "April", "Apr"],
      ["5.", "Mai"],
      ["6.", "Juni", "Jun"],
      ["7.", "Juli", "Jul"],
      ["8.", "August", "Aug"],
      ["9.", "September", "Sep"],
      ["10.", "Oktober", "Okt"],
      ["11.", "November", "Nov"],
      ["12.", "Dezember", "Dez"],
    ],
    daily: ["täglich"],
    never: ["nie"],
    not: ["nicht", "außer", "ausser"],
    also: ["auch", "und"],
    from: ["ab", "vom", "von"],
    until: ["bis"],
    every_second_week: ["jede 2. Woche", "jede zweite Woche", "alle zwei Wochen"],
    after_day: ".",
    before_month: "",
    before_year: "",
  },
  fr: {
    weekdays: [
      ["lu", "lun", "lundi"],
      ["ma", "mar", "mardi"],
      ["me", "mer", "mercredi"],
      ["je", "jeu", "jeudi"],
      ["ve", "ven", "vendredi"],
      ["sa", "sam", "samedi"],
      ["di", "dim", "dimanche"],
    ],
    months: [
      ["janv.", "janvier"],
      ["févr.", "février"],
      ["mars"],
      ["avr.", "avril"],
      ["mai"],
      ["juin"],
      ["juil.", "juillet"],
      ["août"],
      ["sept.", "septembre"],
      ["oct.", "octobre"],
      ["nov.", "novembre"],
      ["déc.", "décembre"],
    ],
    daily: ["tous les jours", "quotidien"],
    never: ["jamais"],
    not: ["sauf"],
    also: ["aussi", "et"],
    from: ["dès le", "à partir du", "dès", "du"],
    until: ["jusqu'au", "au"],
    every_second_week: ["une semaine sur deux"],
    after_day: "",
    before_month: " ",
    before_year: " ",
  },
} as const satisfies Readonly<Record<string, DayWords>>;

export type DayLanguage = keyof typeof DAY_WORDS;
