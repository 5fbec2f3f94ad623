/** Makers of requests about rolling stocks and their collections, for the table in requests.ts. */
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import { liveryForm } from "../../helpers/livery_parts.ts";
import { validStock } from "../../platform/http/rules/valid_forms.ts";
import { PNG } from "../../studies/study_world.ts";
import { RAILML2_STOCKS } from "../../workers/exchange/stock_files.ts";
import type { Maker } from "./request_makers.ts";
import type { World } from "./world.ts";

/** A rolling stock by id or name. */
export function onStock(
  folder: "rolling_stock" | "light_rolling_stock",
  tail = "",
  body?: unknown,
): Maker {
  return async (world) => {
    const collection = await world.collection();
    const { id } = await world.stock(collection);
    return {
      names: { stock: id },
      about: { rolling_stock_collection: [collection] },
      request: (n) => ({ path: `/${folder}/${n["stock"]}${tail}`, body }),
    };
  };
}

export function onStockName(folder: "rolling_stock" | "light_rolling_stock"): Maker {
  return async (world) => {
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    return {
      names: { stock: name },
      about: { rolling_stock_collection: [collection] },
      request: (n) => ({ path: `/${folder}/name/${n["stock"]}` }),
    };
  };
}

export const createStock: Maker = async (world) => {
  const collection = await world.collection();
  const body = validStock({ name: world.name() });
  return {
    names: { collection },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({
      path: `/rolling_stock?rolling_stock_collection_id=${n["collection"]}`,
      body,
    }),
  };
};

export const importStocks: Maker = async (world) => {
  const collection = await world.collection();
  const body = RAILML2_STOCKS.replace("Train 1", world.name());
  const query = "format=railml&rolling_stock_collection_id";
  return {
    names: { collection },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({
      path: `/rolling_stock/import?${query}=${n["collection"]}`,
      body,
      headers: { "content-type": "application/xml" },
    }),
  };
};

export const createLivery: Maker = async (world) => {
  const collection = await world.collection();
  const { id } = await world.stock(collection);
  const { body, content_type } = liveryForm("default", [["1.png", PNG]]);
  return {
    names: { stock: id },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({
      path: `/rolling_stock/${n["stock"]}/livery`,
      body,
      headers: { "content-type": content_type },
    }),
  };
};

async function makeLivery(world: World): Promise<{
  readonly collection: number;
  readonly livery: { readonly id: number; rolling_stock_id: number; compound_image_id: number };
}> {
  const collection = await world.collection();
  const { id } = await world.stock(collection);
  const { body, content_type } = liveryForm("default", [["1.png", PNG]]);
  const path = `/rolling_stock/${id}/livery`;
  const livery = await world.make("POST", path, body, { "content-type": content_type });
  return { collection, livery };
}

export const deleteLivery: Maker = async (world) => {
  const { collection, livery } = await makeLivery(world);
  return {
    names: { stock: livery.rolling_stock_id, livery: livery.id },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({ path: `/rolling_stock/${n["stock"]}/livery/${n["livery"]}` }),
  };
};

/** The document of a livery. */
export function onLiveryPicture(role: BuiltinRole): Maker {
  return async (world) => {
    const { collection, livery } = await makeLivery(world);
    return {
      names: { document: livery.compound_image_id },
      about: { project: [], rolling_stock_collection: [collection] },
      roles: [role],
      request: (n) => ({ path: `/documents/${n["document"]}` }),
    };
  };
}

/** Replaces the form and moves the stock to another collection. */
export const moveStock: Maker = async (world) => {
  const [home, target] = [await world.collection(), await world.collection()];
  const { id, name } = await world.stock(home);
  const body = validStock({ name, length: 200 });
  return {
    names: { stock: id, target },
    about: { rolling_stock_collection: [home, target] },
    request: (n) => ({
      path: `/rolling_stock/${n["stock"]}?rolling_stock_collection_id=${n["target"]}`,
      body,
    }),
  };
};

/** A new collection that takes a stock out of another one. */
export const createCollection: Maker = async (world) => {
  const home = await world.collection();
  const { id } = await world.stock(home);
  return {
    names: { stock: id },
    about: { rolling_stock_collection: [home] },
    request: (n) => ({
      path: "/rolling_stock_collection",
      body: { name: "new", rolling_stock_ids: [n["stock"]] },
    }),
  };
};

/** Fills a collection from another one. */
export const changeCollection: Maker = async (world) => {
  const [home, collection] = [await world.collection(), await world.collection()];
  const { id } = await world.stock(home);
  return {
    names: { collection, stock: id },
    about: { rolling_stock_collection: [collection, home] },
    request: (n) => ({
      path: `/rolling_stock_collection/${n["collection"]}`,
      body: { rolling_stock_ids: [n["stock"]] },
    }),
  };
};

export const onCollection: Maker = async (world) => {
  const collection = await world.collection();
  return {
    names: { collection },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({ path: `/rolling_stock_collection/${n["collection"]}` }),
  };
};
