import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { messagesEndpoints } from "#modules/messages/contract/messages.ts";

import {
  acceptConversation,
  markRead,
  markShown,
  showTyping,
  viewConversation,
} from "../conversations/actions.ts";
import { deleteMessage, editMessage, sendMessage } from "../public/messages.ts";
import { findMessages, queueSearch } from "../search/search.ts";
import { listChanges, listConversations, listHistory, listShared } from "./lists.ts";

export function messagesHandlers(): Handlers<typeof messagesEndpoints> {
  return {
    conversations: ({ query, read }) => read((ctx) => listConversations(ctx, query)),
    search: ({ actor, query, run }) => queueSearch(actor, () => run((ctx) => findMessages(ctx, query.query))),
    conversation: ({ params, read }) => read((ctx) => viewConversation(ctx, params.id)),
    history: ({ params, query, read }) => read((ctx) => listHistory(ctx, params.id, query)),
    changes: ({ params, query, read }) => read((ctx) => listChanges(ctx, params.id, query)),
    shared: ({ params, read }) => read((ctx) => listShared(ctx, params.id)),
    send: ({ params, body, run }) => run((ctx) => sendMessage(ctx, params.id, { ...body, imageFileIds: [] })),
    sendImages: ({ params, fields, files, run }) =>
      run((ctx) =>
        sendMessage(ctx, params.id, { ...fields, imageFileIds: files.images.map((file) => file.id) }),
      ),
    edit: ({ params, body, run }) => run((ctx) => editMessage(ctx, messageAddress(params), body.text)),
    remove: ({ params, run }) => run((ctx) => deleteMessage(ctx, messageAddress(params))),
    markRead: async ({ params, body, run }) => {
      await run((ctx) => markRead(ctx, params.id, body.sequence));
      return null;
    },
    markShown: async ({ params, body, run }) => {
      await run((ctx) => markShown(ctx, params.id, body.sequence));
      return null;
    },
    typing: async ({ params, run }) => {
      await run((ctx) => showTyping(ctx, params.id));
      return null;
    },
    accept: ({ params, run }) => run((ctx) => acceptConversation(ctx, params.id)),
  };
}

function messageAddress({ id, messageId }: { id: number; messageId: string }) {
  return { otherId: id, messageId };
}
