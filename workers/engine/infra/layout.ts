/**
 * The sections of a compiled network and their element types: the compiler fills this table and `openInfra` makes views
 * from it. Structure of arrays, all in one shared buffer (engine.md 10.2).
 *
 * Words used for every section: `string` = index into the string table (0 is the empty string); `directed X` = index
 * * 2 + direction (0 = INCREASING, 1 = DECREASING); `start` = CSR row starts with one more entry than rows; mm are
 * integers stored as doubles; `NONE` = 0xffffffff. "Ends" of a partition are the upper bounds of consecutive pieces that
 * start at 0 and end at the owner's length, so every position is covered.
 */

/** Sentinel of every index section: nothing there. */
export const NONE = 0xffff_ffff;

/** Signalling systems in the order of engine.md 1.14, step B; `signalSystem` values index it. */
export const SIGNALING_SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"] as const;

/** Bits of `logicalFlags`. */
export const NF = 1;
export const DISTANT = 2;
export const JAUNE_CLI = 4;
export const DELIMITER = 8;

/** Bits of `blockFlags`. */
export const STARTS_AT_BUFFER_STOP = 1;
export const STOPS_AT_BUFFER_STOP = 2;

export const SECTIONS = {
  /** [1] how many faults the document is without: their objects were left out. */
  nLeftOut: Uint32Array,

  /** UTF-8 bytes of all strings, one after the other. */
  stringBytes: Uint8Array,
  /** [nStrings + 1] start into `stringBytes`. */
  stringStart: Uint32Array,
  /** Open addressing by FNV-1a of the UTF-8 bytes, power of two: string + 1, or 0 for a free slot. */
  stringSlots: Uint32Array,

  /** [nTracks] string: id of the track section. */
  trackName: Uint32Array,
  /** [nTracks] tracks in the order of `trackName`. */
  tracksByName: Uint32Array,
  /** [nTracks] string: `extensions.sncf.track_name`, or NONE. */
  trackLocalName: Uint32Array,
  /** [nTracks] `extensions.sncf.line_code`, or -Infinity. */
  trackLineCode: Float64Array,
  /** [nTracks] direction in which it is usually used: 1 = INCREASING, 2 = DECREASING, 0 = either. */
  trackUsual: Uint8Array,
  /** [nTracks] mm. */
  trackLength_mm: Float64Array,
  /** [nTracks + 1] chunks of track t are `trackFirstChunk[t]` up to `trackFirstChunk[t + 1]`, by increasing offset. */
  trackFirstChunk: Uint32Array,
  /** [nTracks + 1] the same for detectors. */
  trackFirstDetector: Uint32Array,
  /** [2 * nTracks] node attached to track * 2 + (0 = BEGIN, 1 = END), or NONE. */
  trackNode: Uint32Array,

  /** [nChunks] */
  chunkTrack: Uint32Array,
  /** [nChunks] offset of the chunk's start on its track, mm. */
  chunkOffset_mm: Float64Array,
  /** [nChunks] mm. */
  chunkLength_mm: Float64Array,
  /** [nChunks] zone, or NONE for a chunk on no route. */
  chunkZone: Uint32Array,
  /** [nChunks + 1] start into the vertices. */
  chunkGeoStart: Uint32Array,
  /** [nVertices] degrees; the vertices of a chunk run in the increasing direction. */
  geoLon: Float64Array,
  /** [nVertices] degrees. */
  geoLat: Float64Array,
  /** [nVertices] metres (geo distance) from the chunk's first vertex. */
  geoAlong_m: Float64Array,

  /** [2 * nChunks + 1] start into slope pieces, by directed chunk. */
  slopeStart: Uint32Array,
  /** Ends of the pieces, mm from the chunk's start in its direction. */
  slopeEnd_mm: Float64Array,
  /** Per mille, positive = climbing in the direction. */
  slopeValue_permille: Float64Array,
  /** [2 * nChunks + 1] */
  curveStart: Uint32Array,
  curveEnd_mm: Float64Array,
  /** Signed radius, 0 = straight. */
  curveRadius_m: Float64Array,
  /** [2 * nChunks + 1] */
  gradientStart: Uint32Array,
  gradientEnd_mm: Float64Array,
  /** Slope plus curve resistance, the only thing that the physics sees. */
  gradientValue_permille: Float64Array,
  /** [nChunks + 1] undirected. */
  electrificationStart: Uint32Array,
  electrificationEnd_mm: Float64Array,
  /** String: voltage, 0 = not electrified. */
  electrificationVoltage: Uint32Array,
  /** [2 * nChunks + 1] start into neutral ranges; these leave gaps. */
  neutralStart: Uint32Array,
  neutralFrom_mm: Float64Array,
  neutralTo_mm: Float64Array,
  /** 1 = the pantograph is lowered. */
  neutralLowerPantograph: Uint8Array,
  /** [nChunks + 1] undirected, with gaps. */
  gaugeStart: Uint32Array,
  gaugeFrom_mm: Float64Array,
  gaugeTo_mm: Float64Array,
  /** Bit set over `LOADING_GAUGES`: rolling stocks that may not pass. */
  gaugeBlocked: Uint32Array,
  /** [2 * nChunks + 1] start into speed pieces. */
  speedStart: Uint32Array,
  speedEnd_mm: Float64Array,
  /** Index into the interned speed limits below. */
  speedLimit: Uint32Array,
  /** [nSpeedLimits] mm/s, Infinity = none. */
  limitDefault_mm_s: Float64Array,
  /** [nSpeedLimits + 1] */
  limitTagStart: Uint32Array,
  /** String. */
  limitTag: Uint32Array,
  limitTagSpeed_mm_s: Float64Array,
  /** [nSpeedLimits + 1] */
  limitRouteStart: Uint32Array,
  limitRoute: Uint32Array,
  limitRouteSpeed_mm_s: Float64Array,

  /** [2 * nChunks + 1] routes through a directed chunk, by id. */
  chunkRouteStart: Uint32Array,
  chunkRoutes: Uint32Array,
  /** Same rows as `chunkRoutes`: most chunks first, stable by id. */
  chunkRoutesLongest: Uint32Array,
  /** [2 * nChunks + 1] blocks through a directed chunk, by id. */
  chunkBlockStart: Uint32Array,
  chunkBlocks: Uint32Array,
  /** Same rows as `chunkBlocks`: offset of the chunk's start in the block, mm. */
  chunkBlockOffset_mm: Float64Array,
  /** [nChunks + 1] operational point parts on a chunk, by part. */
  chunkPartStart: Uint32Array,
  chunkParts: Uint32Array,

  /** [nOps] string: id. Parts of operational point o: `opFirstPart[o]` up to `opFirstPart[o + 1]`. */
  opName: Uint32Array,
  opsByName: Uint32Array,
  opFirstPart: Uint32Array,
  /** [nOps] string: trigram, or NONE. */
  opTrigram: Uint32Array,
  /** [nOps] sorted by trigram, then id. */
  opsByTrigram: Uint32Array,
  /** [nOps] UIC code, -Infinity = none. */
  opUic: Float64Array,
  /** [nOps] sorted by UIC code, then id. */
  opsByUic: Uint32Array,
  /** [nOps] string: `sncf.ch`, or NONE. */
  opSecondaryCode: Uint32Array,
  /** [nParts] operational point of the part. */
  partOp: Uint32Array,
  /** [nParts] track, or NONE when the network has no such track. */
  partTrack: Uint32Array,
  /** [nParts] mm, truncated: the offset that a waypoint stands for. */
  partWaypoint_mm: Float64Array,
  /** [nParts] mm, rounded: the offset that path properties report. */
  partOffset_mm: Float64Array,
  /** [nParts] string: JSON text of the answer's object, without its position on a path. */
  partJson: Uint32Array,

  /** [nDetectors] string: canonical name (the first of the sorted names at one place). */
  detectorName: Uint32Array,
  detectorTrack: Uint32Array,
  /** [nDetectors] mm on the track. */
  detectorOffset_mm: Float64Array,
  /** [2 * nDetectors] zone entered when passing a directed detector, or NONE at a dead end. */
  detectorNextZone: Uint32Array,
  /** [2 * nDetectors + 1] routes that start at a directed detector, by id. */
  detectorRouteStart: Uint32Array,
  detectorRoutes: Uint32Array,
  /** [2 * nDetectors + 1] blocks that start at a directed detector, by id. */
  detectorBlockStart: Uint32Array,
  detectorBlocks: Uint32Array,

  /** [nZones] string. */
  zoneName: Uint32Array,
  /** [nZones + 1] directed detectors that enter the zone. */
  zoneBoundStart: Uint32Array,
  zoneBounds: Uint32Array,
  /** [nZones + 1] nodes of the zone. */
  zoneNodeStart: Uint32Array,
  zoneNodes: Uint32Array,

  /** [nNodes] string. */
  nodeName: Uint32Array,
  /** [nNodes + 1] configurations of node n are `nodeFirstConfig[n]` up to `nodeFirstConfig[n + 1]`. */
  nodeFirstConfig: Uint32Array,
  /** [nConfigs] string: name of the configuration, `STATIC` for a link. */
  configName: Uint32Array,
  /** [2 * nTracks + 1] joins of the track end track * 2 + (0 = BEGIN, 1 = END), by configuration. */
  endJoinStart: Uint32Array,
  /** Track end on the other side; pairs are joined in both directions, an end never with itself. */
  endJoins: Uint32Array,
  /** Same rows: the configuration that joins them (global index). */
  endJoinConfigs: Uint32Array,

  /** [nZonePaths] directed detector. */
  zonePathEntry: Uint32Array,
  zonePathExit: Uint32Array,
  zonePathZone: Uint32Array,
  zonePathLength_mm: Float64Array,
  /** [nZonePaths + 1] */
  zonePathChunkStart: Uint32Array,
  /** Directed chunks in travel order. */
  zonePathChunks: Uint32Array,
  /** [nZonePaths + 1] */
  zonePathNodeStart: Uint32Array,
  /** Nodes crossed, their configurations (global index) and offsets from the zone path's start. */
  zonePathNodes: Uint32Array,
  zonePathConfigs: Uint32Array,
  zonePathNodeOffset_mm: Float64Array,
  /** [nZonePaths + 1] */
  zonePathSignalStart: Uint32Array,
  /** Physical signals met, by increasing offset from the zone path's start (never 0). */
  zonePathSignals: Uint32Array,
  zonePathSignalOffset_mm: Float64Array,

  /** [nRoutes] string. */
  routeName: Uint32Array,
  routesByName: Uint32Array,
  /** [nRoutes] directed detector. */
  routeEntry: Uint32Array,
  routeExit: Uint32Array,
  routeLength_mm: Float64Array,
  /** [nRoutes + 1] */
  routeZonePathStart: Uint32Array,
  routeZonePaths: Uint32Array,
  /** [nRoutes + 1] */
  routeChunkStart: Uint32Array,
  routeChunks: Uint32Array,
  /** [nRoutes + 1] candidate 0 of the recovery (engine.md 1.15); an empty row = not recoverable. */
  routeBlockStart: Uint32Array,
  routeBlocks: Uint32Array,
  /** [nRoutes + 1] blocks found on the route when it was walked, in that order, some of them more than once. */
  routeEmitStart: Uint32Array,
  routeEmits: Uint32Array,

  /** [nSignals] physical signals. String. */
  signalName: Uint32Array,
  /** [nSignals] directed chunk that holds the signal in its direction. */
  signalChunk: Uint32Array,
  /** [nSignals] offset from the start of the directed chunk, mm. */
  signalChunkOffset_mm: Float64Array,
  signalSight_mm: Float64Array,
  /** [nSignals + 1] logical signals of signal s are `signalFirstLogical[s]` up to the next. */
  signalFirstLogical: Uint32Array,
  /** [nLogicalSignals] physical signal. */
  logicalSignal: Uint32Array,
  /** [nLogicalSignals] index into SIGNALING_SYSTEMS. */
  logicalSystem: Uint8Array,
  /** [nLogicalSignals] NF, DISTANT, JAUNE_CLI (the default parameter), DELIMITER. */
  logicalFlags: Uint8Array,
  /** [nLogicalSignals + 1] drivers in order: the systems that may follow. */
  logicalNextStart: Uint32Array,
  logicalNext: Uint8Array,
  /** [nLogicalSignals + 1] conditional parameters in order: the first whose route is on the path holds. */
  logicalConditionStart: Uint32Array,
  /** Route, and the flags (JAUNE_CLI or 0) that replace the default ones. */
  conditionRoute: Uint32Array,
  conditionFlags: Uint8Array,
  /** [nLogicalSignals + 1] blocks that start at a logical signal (not at a buffer stop), by id. */
  logicalBlockStart: Uint32Array,
  logicalBlocks: Uint32Array,

  /** [nBlocks] string: `block.` and the hash. */
  blockName: Uint32Array,
  /** [nBlocks] STARTS_AT_BUFFER_STOP, STOPS_AT_BUFFER_STOP. */
  blockFlags: Uint8Array,
  /** [nBlocks] index into SIGNALING_SYSTEMS. */
  blockSystem: Uint8Array,
  blockLength_mm: Float64Array,
  /** [nBlocks] directed detector. */
  blockEntry: Uint32Array,
  blockExit: Uint32Array,
  /** [nBlocks + 1] */
  blockZonePathStart: Uint32Array,
  blockZonePaths: Uint32Array,
  /** [nBlocks + 1] */
  blockSignalStart: Uint32Array,
  /** Logical signals in travel order, and their positions from the block's start (the entry signal's is <= 0). */
  blockSignals: Uint32Array,
  blockSignalPosition_mm: Float64Array,
  /** [nBlocks + 1] */
  blockChunkStart: Uint32Array,
  blockChunks: Uint32Array,
  /** [nBlocks] union of the blocked gauges of its ranges. */
  blockGaugeBlocked: Uint32Array,
  /** [nBlocks] interned set of the voltages that a train meets outside neutral sections. */
  blockVoltageSet: Uint32Array,
  /** [nVoltageSets + 1] */
  voltageSetStart: Uint32Array,
  /** String, 0 = not electrified. */
  voltageSetItems: Uint32Array,
  /** [nBlocks + 1] speed pieces without tag and route (engine.md 2.5). */
  blockSpeedStart: Uint32Array,
  blockSpeedEnd_mm: Float64Array,
  blockSpeed_mm_s: Float64Array,
  /** [nBlocks] degrees: the geo point at the end of the block (engine.md 2.5). */
  blockEndLon: Float64Array,
  blockEndLat: Float64Array,
} as const;

export type SectionName = keyof typeof SECTIONS;
