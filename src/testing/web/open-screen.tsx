import "#app/web/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";

import { App } from "#app/web/app.tsx";
import { queryClient } from "#app/web/query-client.ts";
import { messagesEndpoints } from "#modules/messages/contract.ts";
import { notificationsEndpoints } from "#modules/notifications/contract.ts";
import { peopleEndpoints, type User } from "#modules/people/contract.ts";
import { profilesEndpoints } from "#modules/profiles/contract.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { socketTokenKey, userStorageKey } from "#modules/sign-in/rules/stored-user.ts";
import { useUserStore } from "#modules/sign-in/web/user-store.ts";

import { type FakeApi, startFakeApi } from "./fake-api.ts";
import { type FakeRealtime, startFakeRealtime } from "./fake-realtime.ts";

export interface Screen {
  api: FakeApi;
  realtime: FakeRealtime;
  /** Shows a path of the app, as if it were opened in a new tab with what the browser has stored. */
  open: (path: string) => Promise<void>;
  /** Shows the same path again, as after a reload. */
  reload: () => Promise<void>;
  /** Shows one component in place of a page, for tables of its states: it is rendered when this returns. */
  show: (component: ReactNode) => void;
}

/** Size of the window at the start of a test, in CSS pixels. */
const desktop = { width: 1440, height: 900 };

/**
 * A browser in which `user` is logged in (nobody if it is null), with an API that answers what every signed-in page asks for.
 * A test sets the handlers that its screen needs, then calls `open`. When the test ends, everything is restored, and a call
 * that no handler answered fails it.
 */
export async function startScreen(user: User | null): Promise<Screen> {
  localStorage.clear();
  sessionStorage.clear();
  const api = startFakeApi();
  const realtime = startFakeRealtime();
  if (user) answerSession(api, user);
  await page.viewport(desktop.width, desktop.height);
  let root: ReturnType<typeof createRoot> | null = null;
  const close = () => {
    root?.unmount();
    root = null;
    queryClient.clear();
    document.body.replaceChildren();
  };
  const render = (content: ReactNode) => {
    close();
    const container = document.createElement("div");
    container.id = "root";
    document.body.append(container);
    root = createRoot(container);
    root.render(<BrowserRouter>{content}</BrowserRouter>);
  };
  const open = async (path: string) => {
    close();
    history.replaceState(null, "", path);
    await useUserStore.persist.rehydrate();
    render(<App />);
  };
  const show = (component: ReactNode) =>
    flushSync(() => render(<QueryClientProvider client={queryClient}>{component}</QueryClientProvider>));
  const testPath = location.pathname + location.search;
  onTestFinished(() => {
    close();
    history.replaceState(null, "", testPath);
    realtime.stop();
    api.stop();
    if (api.problems.length > 0) throw new Error(api.problems.join("\n"));
  });
  return {
    api,
    realtime,
    open,
    show,
    reload: () => open(location.pathname + location.search + location.hash),
  };
}

function answerSession(api: FakeApi, user: User): void {
  localStorage.setItem(userStorageKey, JSON.stringify({ state: { user }, version: 0 }));
  localStorage.setItem(socketTokenKey, "token");
  api.on(sessionEndpoints.checkAuth, () => ({ ...user, socketToken: "token" }));
  api.on(peopleEndpoints.setTimeZone, () => null);
  api.on(notificationsEndpoints.list, () => ({ items: [], nextCursor: null, unread: 0 }));
  api.on(messagesEndpoints.unread, () => ({ unread: 0 }));
  api.on(profilesEndpoints.topEditors, () => []);
  api.on(profilesEndpoints.topYoutubers, () => []);
}
