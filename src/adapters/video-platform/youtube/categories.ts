import { z } from "zod";

import { requestJson } from "../api-client.ts";
import { requestUrl } from "../http.ts";
import type { Category } from "../publishing-platform.ts";
import type { YouTubeClient } from "./client.ts";

const categoryList = z.object({
  items: z
    .array(z.object({ id: z.string(), snippet: z.object({ title: z.string(), assignable: z.boolean() }) }))
    .default([]),
});

/** The assignable categories of a region (ISO 3166-1 alpha-2); costs one quota unit. */
export async function readCategories(client: YouTubeClient, regionCode: string): Promise<Category[]> {
  const url = requestUrl(client.addresses.api, "videoCategories", { part: "snippet", regionCode });
  const { items } = await requestJson(client, { operation: "categories", url }, categoryList);
  return items
    .filter(({ snippet }) => snippet.assignable)
    .map(({ id, snippet }) => ({ id, title: snippet.title }));
}
