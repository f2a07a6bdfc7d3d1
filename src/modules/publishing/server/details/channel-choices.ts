import type { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { commonError } from "#core/error.ts";
import type { Actor } from "#core/server/context.ts";
import { day } from "#core/time.ts";
import { destinationsError } from "#modules/publishing/contract/destinations.ts";
import type { ChannelChoices, ChannelPlaylists } from "#modules/publishing/contract/details.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { type Category, knownCategories } from "#modules/publishing/rules/categories.ts";
import type { newPlaylist } from "#modules/publishing/rules/options.ts";
import { describeProblem, problemMessage } from "#modules/publishing/rules/problems.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { choiceFor } from "../destinations/choice.ts";
import { requireDestination } from "../destinations/connections.ts";
import type { DestinationRow } from "../destinations/queries.ts";
import { renewalFor } from "../quota/renewal.ts";

/** Assignable categories are the same in almost all regions. */
const region = "US";
const categoriesKeptFor = day;

/** Reads what a creator can choose from for a task; remembers the platform's categories for a day. */
export function createChannelChoices(dependencies: PublishingDependencies) {
  const { platforms, read } = dependencies;
  let cached: { categories: Category[]; until: number } | null = null;

  async function readCategories({ id }: DestinationRow): Promise<Category[]> {
    if (cached && cached.until > Date.now()) return cached.categories;
    const categories = await withAccess(dependencies, id, "other", async (access, platform) =>
      platform.categories?.(access, region),
    );
    if (!categories) return [...knownCategories];
    cached = { categories, until: Date.now() + categoriesKeptFor };
    return categories;
  }

  async function readPlaylists({ id, kind, title, personId }: DestinationRow): Promise<ChannelPlaylists> {
    const channel = { destinationId: id, kind, title };
    try {
      const playlists = await withAccess(dependencies, id, "other", async (access, platform) =>
        platform.playlists?.list(access),
      );
      return { ...channel, playlists: playlists ?? [], problem: null, recoveryActions: [] };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      const renewal = await read(null, (ctx) => renewalFor(ctx, personId, dependencies));
      return { ...channel, playlists: [], ...describeProblem(error.code, platforms[kind].name, renewal) };
    }
  }

  return async function readChoices(actor: Actor, taskId: number): Promise<ChannelChoices> {
    const { chosen } = await read(actor, async (ctx) =>
      choiceFor(ctx, await taskFor(ctx, taskId, "publish")),
    );
    const channels = chosen.filter(({ kind }) => descriptors[kind].has.playlists);
    const working = channels.find(({ brokenAt }) => brokenAt === null);
    const categories = working && (await readCategories(working).catch(ignoreFailure));
    return {
      connected: chosen.length > 0,
      categories: categories ?? cached?.categories ?? [...knownCategories],
      channels: await Promise.all(channels.map(readPlaylists)),
    };
  };
}

/** A failure is shown with the playlists; without the platform's categories the known ones are offered. */
function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof AdapterError)) throw error;
}

/** Creates a playlist on a YouTube channel of the actor. Throws the platform's problem in words. */
export async function createPlaylist(
  dependencies: PublishingDependencies,
  actor: Actor,
  { destinationId, ...playlist }: z.output<typeof newPlaylist>,
): Promise<ChannelPlaylists["playlists"][number]> {
  const { platforms, read } = dependencies;
  const { kind } = await read(actor, (ctx) => requireDestination(ctx, actor.id, destinationId));
  const notFound = destinationsError("destination_not_found");
  if (!descriptors[kind].has.playlists) throw notFound;
  try {
    return await withAccess(dependencies, destinationId, "other", async (access, { playlists }) => {
      if (!playlists) throw notFound;
      return playlists.create(access, playlist);
    });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const renewal = await read(actor, (ctx) => renewalFor(ctx, actor.id, dependencies));
    throw commonError("invalid_input", {
      message: problemMessage(error.code, platforms[kind].name, renewal),
    });
  }
}
