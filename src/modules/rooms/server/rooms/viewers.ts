import { currentActor, currentGuest, type ReadContext } from "#core/server/context.ts";
import { linkOfGuest, listActiveLinks } from "#modules/feedback/server/public/feedback.ts";
import { audience, taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { NamedParticipant } from "./queries.ts";

interface Member {
  taskId: number;
  personId: number;
  guestId: null;
}

interface LinkGuest {
  taskId: number;
  personId: null;
  guestId: string;
  linkId: string;
  /** The version that the guest may watch. */
  version: number;
  name: string;
}

/** A member of a task or a guest of one of its links, who sends a request. */
export type Viewer = Member | LinkGuest;

/** The actor as a member of the task, which `requireMember` checks. */
export function memberOfTask(ctx: Pick<ReadContext, "actor">, taskId: number): Member {
  return { taskId, personId: currentActor(ctx).id, guestId: null };
}

/**
 * Requires that a viewer is a member of the task or a guest. 404 or 403 without the ability to view the task, unless `access`, which
 * was read already, has the person.
 */
export async function requireMember(ctx: ReadContext, viewer: Viewer, access?: RoomAccess): Promise<void> {
  const { personId, taskId } = viewer;
  if (personId !== null && !access?.personIds.has(personId)) await taskFor(ctx, taskId, "view");
}

/** The guest of the request, whose endpoint requires the right to watch together. 410 once the link can't be used. */
export async function guestOfLink(ctx: ReadContext): Promise<LinkGuest> {
  const { id: linkId, taskId, version } = await linkOfGuest(ctx);
  const { id: guestId, name } = currentGuest(ctx);
  return { taskId, personId: null, guestId, linkId, version, name };
}

/** Whether the viewer is this participant, in one of their tabs. */
export function isViewer(viewer: Viewer, row: Pick<NamedParticipant, "personId" | "guestId">): boolean {
  return viewer.personId === null ? row.guestId === viewer.guestId : row.personId === viewer.personId;
}

/** Persons and links that may participate in the rooms of a task now. */
export interface RoomAccess {
  personIds: ReadonlySet<number>;
  /** Versions of the links whose guests may watch together, by the ids of the links. */
  links: ReadonlyMap<string, number>;
}

/** Reads who may participate in the rooms of a task; the links only if they are needed. */
export async function readAccess(
  ctx: ReadContext,
  taskId: number,
  { withGuests }: { withGuests: boolean },
): Promise<RoomAccess> {
  const personIds = new Set(await audience(ctx, { id: taskId }));
  const links = withGuests ? await watchingLinks(ctx, taskId) : [];
  return { personIds, links: new Map(links.map(({ id, version }) => [id, version])) };
}

/** The links of a task whose guests may watch together now. */
export async function watchingLinks(ctx: ReadContext, taskId: number) {
  return (await listActiveLinks(ctx, taskId)).filter(({ mayWatchTogether }) => mayWatchTogether);
}

/** Whether a participant may still watch this version. */
export function hasAccess(
  { personIds, links }: RoomAccess,
  { personId, linkId, isLockedOut }: NamedParticipant,
  version: number,
): boolean {
  if (isLockedOut) return false;
  if (personId !== null) return personIds.has(personId);
  return linkId !== null && links.get(linkId) === version;
}
