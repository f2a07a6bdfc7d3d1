import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";

import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { ConversationList } from "../conversations/conversation-list.tsx";
import { ConversationView } from "../conversations/conversation-view.tsx";
import { conversationQuery, conversationsQuery } from "../queries.ts";
import { SharedPanel } from "../shared/shared-panel.tsx";

/** Conversations, the open one, and what both users share. Below 1100 px, either the list or a conversation. */
export function MessagesScreen() {
  const user = useUser();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const openId = parseId(search.get("with"));
  const target = parseId(search.get("at"));
  const conversations = useInfiniteQuery(conversationsQuery);
  const hasConversations = conversations.data?.pages[0]?.data.length !== 0;
  if (!user) return null;
  return (
    <div className="flex h-[calc(var(--screen-height)-57px-env(safe-area-inset-bottom))] wide:h-(--screen-height)">
      <title>Messages · Reelay</title>
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-1">
        <div
          className={classNames(
            "flex-col overflow-y-auto wide:flex wide:w-80 wide:shrink-0 wide:border-r",
            openId === null ? "flex w-full" : "hidden",
          )}
        >
          <div className="px-4 sm:px-5">
            <PageHeader title="Messages" start={<HomeLink />} actions={<ThemeMenu />} />
          </div>
          <ConversationList openId={openId} readerId={user.id} />
        </div>
        <div className={classNames("min-w-0 flex-1 flex-col", openId === null ? "hidden wide:flex" : "flex")}>
          {openId !== null && <h1 className="sr-only wide:hidden">Messages</h1>}
          {openId === null && hasConversations && (
            <EmptyState title="Choose a conversation" className="m-auto max-w-sm px-6">
              Messages about your tasks, with the people you work with.
            </EmptyState>
          )}
          {openId !== null && (
            <ConversationView
              // Following the link to a message again shows the message again.
              key={`${openId} ${target === null ? "" : key}`}
              personId={openId}
              readerId={user.id}
              target={target}
            />
          )}
        </div>
      </main>
      {openId !== null && <Aside key={openId} personId={openId} readerId={user.id} />}
    </div>
  );
}

function Aside({ personId, readerId }: { personId: number; readerId: number }) {
  const { data } = useQuery(conversationQuery(personId));
  return (
    <aside
      aria-label="Shared tasks and files"
      className="hidden w-75 shrink-0 overflow-y-auto border-l bg-panel px-6 py-6 xl:block"
    >
      {data && (
        <>
          <h2 className="mb-6 truncate font-heading text-2xl">With {data.person.name}</h2>
          <SharedPanel conversation={data} readerId={readerId} />
        </>
      )}
    </aside>
  );
}

function parseId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
