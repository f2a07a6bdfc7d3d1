import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { day } from "#core/time.ts";
import type { ChannelChoices } from "#modules/publishing/contract/details.ts";
import { type Category, knownCategories } from "#modules/publishing/rules/categories.ts";
import { problemMessage } from "#modules/publishing/rules/problems.ts";
import { recoveryActionsFor } from "#modules/publishing/rules/recovery-actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { destinationsOf } from "../destinations/queries.ts";

/** Assignable categories are the same in almost all regions. */
const region = "US";
const categoriesKeptFor = day;

/** Reads what a creator can choose from on the connected channel; remembers the platform's categories for a day. */
export function createChannelChoices(dependencies: PublishingDependencies) {
  const { platform } = dependencies;
  let cached: { categories: Category[]; until: number } | null = null;

  async function categoriesFor(channelId: string): Promise<Category[]> {
    if (cached && cached.until > Date.now()) return cached.categories;
    const categories = await withAccess(dependencies, channelId, (access) =>
      platform.categories(access, region),
    );
    cached = { categories, until: Date.now() + categoriesKeptFor };
    return categories;
  }

  return async function readChoices(actor: Actor): Promise<ChannelChoices> {
    const none = { categories: [...knownCategories], playlists: [], problem: null, reconnect: false };
    const channelId = await channelOf(dependencies, actor);
    if (channelId === null) return { connected: false, ...none };
    try {
      const categories = await categoriesFor(channelId);
      const playlists = await withAccess(dependencies, channelId, (access) => platform.playlists(access));
      return { connected: true, categories, playlists, problem: null, reconnect: false };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      const problem = problemMessage(error.code, platform.name);
      const reconnect = recoveryActionsFor(error.code, "done").includes("reconnect");
      return {
        connected: true,
        ...none,
        categories: cached?.categories ?? none.categories,
        problem,
        reconnect,
      };
    }
  };
}

/** The id of the actor's YouTube channel that was connected last and works. */
async function channelOf(
  { read }: Pick<PublishingDependencies, "read">,
  actor: Actor,
): Promise<string | null> {
  const all = await read(actor, (ctx) => destinationsOf(ctx.tx, actor.id));
  return all.find(({ kind, brokenAt }) => kind === "youtube" && brokenAt === null)?.id ?? null;
}

/** Creates a playlist on the actor's channel. Throws the platform's problem in words. */
export async function createPlaylist(
  dependencies: PublishingDependencies,
  actor: Actor,
  playlist: { title: string; privacy: "private" | "public" | "unlisted" },
): Promise<ChannelChoices["playlists"][number]> {
  const { platform } = dependencies;
  const channelId = await channelOf(dependencies, actor);
  try {
    return await withAccess(dependencies, channelId, (access) => platform.createPlaylist(access, playlist));
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    throw commonError("invalid_input", { message: problemMessage(error.code, platform.name) });
  }
}
