/** Objects of a network by their ids, and the boxes of its lines: parameters, bodies and answers. */
import * as v from "valibot";
import { OBJECT_TYPES } from "../../railway/object_types.ts";
import { FiniteNumber, Identifier } from "../../railway/scalars.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";

const INT32_MAX = 2 ** 31 - 1;
const INTEGER = /^(0|-?[1-9]\d{0,9})$/;

export const ObjectType = v.pipe(
  v.picklist(OBJECT_TYPES.map(({ obj_type }) => obj_type)),
  v.description("Type of the objects"),
);
export type ObjectType = v.InferOutput<typeof ObjectType>;

export const ObjectId = v.pipe(
  Identifier,
  v.description("Id of an object, unique within its type"),
);

/** A path parameter that is a line's code. */
export const LineCode = v.pipe(
  v.string(),
  v.check(isInt32, "must be a whole number of 32 bits"),
  v.transform(Number),
  onWire({
    type: "integer",
    format: "int32",
    minimum: -INT32_MAX - 1,
    maximum: INT32_MAX,
    description: "Code of the line, as its track sections have it",
  }),
);

function isInt32(text: string): boolean {
  return INTEGER.test(text) && (Number(text) | 0) === Number(text);
}

const Position = v.pipe(
  v.array(FiniteNumber),
  v.minLength(2),
  v.description("Longitude and latitude in degrees (WGS84)"),
);

const Geometry = v.nullable(
  v.variant("type", [
    v.strictObject({
      type: about(v.literal("Point"), "Form of the geometry, as GeoJSON has it"),
      coordinates: Position,
    }),
    v.strictObject({
      type: about(v.literal("LineString"), "Form of the geometry, as GeoJSON has it"),
      coordinates: v.array(Position),
    }),
    v.strictObject({
      type: about(v.literal("MultiLineString"), "Form of the geometry, as GeoJSON has it"),
      coordinates: v.array(v.array(Position)),
    }),
  ]),
);

/** In the order of the request. */
export const PlacedObjects = v.array(
  v.strictObject({
    obj_id: v.pipe(v.string(), v.description("Id of the object")),
    railjson: v.pipe(
      v.looseObject({ id: about(v.string(), "Id of the object") }),
      v.description("The object as RailJSON; positions and lengths in metres"),
    ),
    geographic: v.pipe(
      Geometry,
      v.description("Where it is on the map; null when that is not known"),
    ),
  }),
);

export const BoundingBox = v.pipe(
  v.array(Position),
  v.length(2),
  v.description("South-western and north-eastern corner: longitude and latitude in degrees"),
);

nameSchemas({ ObjectType, ObjectId, LineCode, PlacedObjects, BoundingBox });
