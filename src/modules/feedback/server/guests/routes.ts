import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";

import type { FeedbackDependencies } from "../dependencies.ts";
import {
  addGuestComment,
  deleteGuestComment,
  editGuestComment,
  listGuestChanges,
  listGuestComments,
  replyAsGuest,
} from "./comments.ts";
import {
  changeGuestLink,
  createGuestLink,
  hashLinkPassword,
  listGuestLinks,
  listGuestVisits,
  revokeGuestLink,
} from "./links.ts";
import { convertForGuest, guestDownload, guestPreview } from "./review.ts";
import { checkGuestLink, openGuestLink, setGuestCookies } from "./sessions.ts";

export function guestLinkHandlers(): Handlers<typeof guestLinkEndpoints> {
  return {
    guestLinks: ({ params, read }) => read((ctx) => listGuestLinks(ctx, params.id)),
    createGuestLink: async ({ params, body: { password, ...body }, run }) => {
      const passwordHash = await hashLinkPassword(run, { taskId: params.id, linkId: null }, password);
      const settings = { ...body, passwordHash, expiresAt: parseMoment(body.expiresAt) };
      return run((ctx) => createGuestLink(ctx, params.id, settings));
    },
    changeGuestLink: async ({ params, body: { password, expiresAt, ...rights }, run }) => {
      const passwordHash = await hashLinkPassword(run, linkAddress(params), password);
      const change = {
        ...(rights.mayComment !== undefined && { mayComment: rights.mayComment }),
        ...(rights.mayDownload !== undefined && { mayDownload: rights.mayDownload }),
        ...(rights.mayWatchTogether !== undefined && { mayWatchTogether: rights.mayWatchTogether }),
        ...(passwordHash !== undefined && { passwordHash }),
        ...(expiresAt !== undefined && { expiresAt: parseMoment(expiresAt) }),
      };
      return run((ctx) => changeGuestLink(ctx, linkAddress(params), change));
    },
    revokeGuestLink: ({ params, run }) => run((ctx) => revokeGuestLink(ctx, linkAddress(params))),
    guestVisits: ({ params, read }) => read((ctx) => listGuestVisits(ctx, linkAddress(params))),
  };
}

export function guestHandlers({
  run,
  secureCookies,
}: Pick<FeedbackDependencies, "run" | "secureCookies">): Handlers<typeof guestEndpoints> {
  return {
    checkGuestLink: ({ params, body, read }) =>
      read((ctx) => checkGuestLink(ctx, { linkId: params.linkId, ...body })),
    openGuestLink: async ({ params: { linkId }, body: { secret, name, password }, request, reply }) => {
      const visitor = { name, password, address: request.ip };
      const token = await openGuestLink(run, { linkId, secret }, visitor);
      setGuestCookies(reply, { linkId, token, secure: secureCookies });
      return { name };
    },
    guestPreview: ({ read }) => read(guestPreview),
    guestDownload: ({ run, request }) => run((ctx) => guestDownload(ctx, request.ip)),
    convertForGuest: ({ run }) => run(convertForGuest),
    guestComments: ({ query, read }) => read((ctx) => listGuestComments(ctx, query)),
    guestCommentChanges: ({ query, read }) => read((ctx) => listGuestChanges(ctx, query)),
    addGuestComment: ({ body, run, request }) =>
      run((ctx) => addGuestComment(ctx, { ...body, address: request.ip })),
    replyAsGuest: ({ params, body, run, request }) =>
      run((ctx) => replyAsGuest(ctx, params.commentId, { ...body, address: request.ip })),
    editGuestComment: ({ params, body, run }) => run((ctx) => editGuestComment(ctx, params.commentId, body)),
    deleteGuestComment: ({ params, run }) => run((ctx) => deleteGuestComment(ctx, params.commentId)),
  };
}

function linkAddress({ id, linkId }: { id: number; linkId: string }) {
  return { taskId: id, linkId };
}

function parseMoment(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
