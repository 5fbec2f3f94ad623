/**
 * Named limits of RailJSON documents. They bound the memory and time that one document can cost a
 * worker. Real national networks stay far below each of them (100,000 track sections need about 2.5
 * million containers and 2 million route steps).
 */

/** Nesting of objects and arrays; the format's deepest field is at level 7. */
export const MAX_NESTING = 32;

/** Objects plus arrays in one document, which determine the heap for parsing (about 100 bytes each). */
export const MAX_CONTAINERS = 12_000_000;

/** Of one object: a parser takes minutes for one with millions, each in a table of its own. */
export const MAX_KEYS = 100_000;

/**
 * Values in lists and objects of one document. 250 MiB of a national network have some 20 million; a list of as many
 * numbers as fit into the bytes would take gigabytes.
 */
export const MAX_VALUES = 40_000_000;

/**
 * Characters of one object's JSON text: it is written to and read from the database in one piece, and the main
 * thread handles it without a break. A national network's speed section has some hundred thousand ranges.
 */
export const MAX_OBJECT_LENGTH = 16 * 1024 * 1024;

/** Faults in one answer; further ones are not searched for. */
export const MAX_DOCUMENT_FAULTS = 20;

/** Characters of one fault's reason, which may quote the document. */
export const MAX_REASON_LENGTH = 200;

/** Longest track section and farthest position, m: whole millimetres fit 32 bits. */
export const MAX_POSITION_M = 2_000_000;

/** Shortest track section, m: rounds to at least one whole millimetre. */
export const MIN_TRACK_LENGTH_M = 0.0005;

/** Speed limit tags of one speed section (the French set has 46 in all). */
export const MAX_TAGS = 256;

/** Track sections that all routes of a network may cross together. */
export const MAX_ROUTE_STEPS = 20_000_000;

/** Track ranges times tags of all speed sections together. */
export const MAX_SPEED_CLAIMS = 10_000_000;

/** Rows of the network's fault list; further faults are not listed. */
export const MAX_INFRA_ERRORS = 100_000;

/** Operations of one edit. */
export const MAX_OPERATIONS = 100_000;

/** Values that one edit's patches may copy and compare beyond their body's own; other work per step is constant. */
export const MAX_PATCH_VALUES = 20_000_000;

/** Rounds of finding fixes: removals in one round can cause further faults for the next. */
export const MAX_FIX_ROUNDS = 10;
