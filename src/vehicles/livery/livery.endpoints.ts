/**
 * Liveries (interface.md 6.1): named pictures of a rolling stock. Rights are those on the stock's
 * collection. Runs do not depend on liveries, so the stock keeps its version.
 */
import * as v from "valibot";
import { multipartForm, noContent, okText } from "../../platform/http/answers.ts";
import { type FormPart, readFormParts } from "../../platform/http/body/form_parts.ts";
import { invalidBody } from "../../platform/http/body/json_body.ts";
import { nameIsTakenWithin } from "../../platform/http/constraints.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { readImageSize } from "../../platform/image_file.ts";
import { changeWhereItIs, foreseeCollections } from "../rolling_stock/in_collection.ts";
import { LIVERIES_MAX, Livery, LiveryName } from "../rolling_stock/livery.schemas.ts";
import { rollingStockIsLocked } from "../rolling_stock/rolling_stock.errors.ts";
import { drawSideBySide, type Picture } from "./compound_picture.ts";
import { deleteLivery, insertLivery } from "./livery.queries.ts";

/* What a client sends for a livery: its name and pictures, as parts of a form. */

const PICTURES_MAX = 50;
const SIDE_MAX = 4_096;
const WIDTH_MAX = 16_384;

/** For the API document. */
const LIVERY_FORM = multipartForm({
  name: { type: "string", minLength: 1, maxLength: 255, description: "Its name" },
  images: {
    type: "array",
    items: { type: "string", format: "binary" },
    minItems: 1,
    maxItems: PICTURES_MAX,
    description: "PNG, JPEG, GIF or WebP files, each with a name; they stand in the order of these",
  },
});

interface LiveryForm {
  readonly name: string;
  /** Sorted by file name. */
  readonly pictures: readonly Picture[];
}

/** Throws LiveryMultipartError, CannotReadImage or InvalidBody. */
function readLiveryForm(content_type: string, bytes: Uint8Array): LiveryForm {
  // One part more than allowed, so that too many pictures are told from a malformed form.
  const parts = readFormParts(content_type, bytes, PICTURES_MAX + 2);
  if (parts === null) throw formIsWrong("it is no form of multipart/form-data");
  const names = parts.filter(({ name }) => name === "name");
  const files = parts.filter(({ name }) => name === "images");
  const [named] = names;
  if (named === undefined || names.length + files.length < parts.length || names.length > 1) {
    throw formIsWrong("it must have one part 'name' and parts 'images'");
  }
  if (files.length === 0) throw formIsWrong("it has no part 'images'");
  if (files.some(({ file_name }) => (file_name ?? "") === "")) {
    throw formIsWrong("each of its images must have a file name");
  }
  const name = v.safeParse(LiveryName, Buffer.from(named.bytes).toString("utf8"));
  if (!name.success) {
    const [{ message }] = name.issues;
    throw invalidBody([{ path: "/name", reason: message }]);
  }
  return { name: name.output, pictures: readPictures(files) };
}

function readPictures(files: readonly FormPart[]): Picture[] {
  if (files.length > PICTURES_MAX) throw tooLarge(`must be at most ${PICTURES_MAX}`);
  const in_order = files.toSorted((a, b) => compareNames(a.file_name ?? "", b.file_name ?? ""));
  const pictures = in_order.map(readPicture);
  if (pictures.some(({ width, height }) => Math.max(width, height) > SIDE_MAX)) {
    throw tooLarge(`must each be at most ${SIDE_MAX} pixels wide and high`);
  }
  if (pictures.reduce((sum, { width }) => sum + width, 0) > WIDTH_MAX) {
    throw tooLarge(`must be at most ${WIDTH_MAX} pixels wide together`);
  }
  return pictures;
}

function readPicture({ file_name, bytes }: FormPart): Picture {
  const size = readImageSize(bytes);
  if (size !== null) return { ...size, bytes };
  const file = (file_name ?? "").slice(0, 100);
  const message = `'${file}' is no PNG, JPEG, GIF or WebP picture that can be read`;
  throw new AppError("LiveryImageUnreadable", message, { file });
}

/** By code point. */
function compareNames(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function formIsWrong(reason: string): AppError {
  return new AppError("LiveryMultipartError", `The form of a livery is wrong: ${reason}`);
}

function tooLarge(reason: string): AppError {
  return invalidBody([{ path: "/images", reason }]);
}

const StockParams = v.object({ rolling_stock_id: pathId });
const LiveryParams = v.object({ ...StockParams.entries, livery_id: pathId });

const writeAccess = checked({
  roles: ["rolling-stock:write"],
  levels: { rolling_stock_collection: "Writer" },
});

export const LIVERY_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/rolling_stock/:rolling_stock_id/livery",
    summary:
      "Give an unlocked rolling stock a livery: its pictures, set side by side by their file names",
    params: StockParams,
    body: LIVERY_FORM,
    answer: okText(Livery),
    creates: "vehicles/livery/insert",
    access: writeAccess,
    errors: [
      "RollingStockNotFound",
      "RollingStockIsLocked",
      "LiveryMultipartError",
      "LiveryImageUnreadable",
      "LiveryNameAlreadyUsed",
      "TooManyItems",
    ],
    constraints: { livery_name_key: nameIsTakenWithin("LiveryNameAlreadyUsed", "A livery") },
    links: {
      parameters: {
        rolling_stock_id: "$request.path.rolling_stock_id",
        livery_id: "$response.body#/id",
      },
      to: ["DELETE /rolling_stock/:rolling_stock_id/livery/:livery_id"],
    },
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id: stock_id }, body }) => {
      const { name, pictures } = readLiveryForm(ctx.header("content-type") ?? "", body);
      const made = await changeWhereItIs(ctx, stock_id, null, async (home_id) =>
        insertLivery(
          ctx.services.db,
          { stock_id, home_id },
          { name, picture: drawSideBySide(pictures), signal: ctx.signal },
        ),
      );
      if (made.outcome === "locked") throw rollingStockIsLocked(stock_id);
      if (made.outcome === "full") {
        const message = `A rolling stock has at most ${LIVERIES_MAX} liveries`;
        throw new AppError("TooManyItems", message, { limit: LIVERIES_MAX });
      }
      return { json: made.json };
    },
  }),
  endpoint({
    method: "delete",
    path: "/rolling_stock/:rolling_stock_id/livery/:livery_id",
    summary: "Delete a livery of an unlocked rolling stock, with its picture",
    params: LiveryParams,
    answer: noContent,
    access: writeAccess,
    errors: ["RollingStockNotFound", "RollingStockIsLocked", "LiveryNotFound"],
    foresee: async (ctx, { params }) => foreseeCollections(ctx, params),
    handle: async (ctx, { params: { rolling_stock_id: stock_id, livery_id } }) => {
      const outcome = await changeWhereItIs(ctx, stock_id, null, async (home_id) =>
        deleteLivery(ctx.services.db, { stock_id, home_id }, livery_id),
      );
      if (outcome === "locked") throw rollingStockIsLocked(stock_id);
      if (outcome === "absent") {
        const message = `Rolling stock '${stock_id}' has no livery '${livery_id}'`;
        throw new AppError("LiveryNotFound", message, { livery_id });
      }
    },
  }),
];
