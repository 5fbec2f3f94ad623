/** Words of publications that are written and read: our keys of lists of values, and our codespace of ids. */
export const CODESPACE = "MRY";
/** Of a journey: the name of its rolling stock, and fields that NeTEx has no words for, as JSON. */
export const STOCK_KEY = "marey:rolling_stock";
export const FIELDS_KEY = "marey:fields";
export const OWN_QUAY = `${CODESPACE}:Quay:`;
/** Of a stop point in a pattern at which trains don't stop. */
export const PASS = "passthrough";
/** The frame of journeys. */
export const TIMETABLE = "TimetableFrame";
