/** Pictures of a rolling stock by name. All throw ApiFault. */
import { api, ask } from "../../api/client.ts";
import type { Stock } from "./stocks.ts";
import { onceOnly } from "./timetables.ts";

/** Types that the server reads; it looks at the bytes, not at the file's name. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/gif,image/webp";

export async function addLivery(
  { id }: Stock,
  name: string,
  files: readonly File[],
): Promise<void> {
  const form = new FormData();
  form.set("name", name);
  for (const file of files) form.append("images", file, file.name);
  await ask(
    api.POST("/rolling_stock/{rolling_stock_id}/livery", {
      params: { path: { rolling_stock_id: id } },
      body: { name, images: [] },
      bodySerializer: () => form,
      ...onceOnly(),
    }),
  );
}

export async function deleteLivery({ id }: Stock, livery_id: number): Promise<void> {
  const params = { path: { rolling_stock_id: id, livery_id } };
  await ask(api.DELETE("/rolling_stock/{rolling_stock_id}/livery/{livery_id}", { params }));
}
