import "#app/web/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { toast } from "sonner";
import { onTestFailed, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";

import { App } from "#app/web/app.tsx";
import { queryClient } from "#app/web/query-client.ts";
import { useEditedTask } from "#modules/board/web/list/edited-task.ts";
import { useTaskStorage } from "#modules/board/web/offline/task-storage.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { peopleEndpoints, type User } from "#modules/people/contract/people.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { usePaletteState } from "#modules/profiles/web/palette/palette-state.ts";
import { useUploadStorage } from "#modules/publishing/web/destinations/upload-storage.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { useUserStore } from "#modules/sign-in/web/sessions/user-store.ts";
import { socketTokenKey, userStorageKey } from "#modules/sign-in/web/storage-keys.ts";
import { siteEndpoints } from "#modules/site/contract/site.ts";
import { noContact } from "#modules/site/rules/contact.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";

import { type FakeApi, startFakeApi } from "./fake-api.ts";
import { type FakeRealtime, startFakeRealtime } from "./fake-realtime.ts";
import { samplePreview } from "./sample-preview.ts";

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
 * A test sets the handlers that its screen needs, then calls `open`. When the test ends, everything is restored. If it failed,
 * calls without a handler are listed.
 */
export async function startScreen(user: User | null): Promise<Screen> {
  // Otherwise a late response of the previous test would store its user again.
  useUserStore.setState(useUserStore.getInitialState());
  localStorage.clear();
  sessionStorage.clear();
  const api = startFakeApi();
  const realtime = startFakeRealtime();
  api.on(siteEndpoints.contact, () => noContact);
  if (user) {
    localStorage.setItem(userStorageKey, JSON.stringify({ state: { user }, version: 0 }));
    localStorage.setItem(socketTokenKey, "token");
    answerSession(api, user);
  }
  await page.viewport(desktop.width, desktop.height);
  let root: ReturnType<typeof createRoot> | null = null;
  const close = () => {
    // Otherwise the next page shows them again.
    toast.dismiss();
    root?.unmount();
    root = null;
    // A response that arrives later would store its user for the next page.
    void queryClient.cancelQueries();
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
    await readStoredState();
    render(<App />);
  };
  const show = (component: ReactNode) =>
    flushSync(() => render(<QueryClientProvider client={queryClient}>{component}</QueryClientProvider>));
  onTestFailed(() => {
    if (api.unanswered.length > 0) throw new Error(`Calls without a handler: ${api.unanswered.join(", ")}`);
  });
  const testPath = location.pathname + location.search;
  onTestFinished(() => {
    vi.useRealTimers();
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

/** Sets the state that the app keeps in local storage to what is stored there, as a page load does. */
async function readStoredState(): Promise<void> {
  usePaletteState.setState({ open: false });
  const stored = Object.entries(localStorage);
  useTaskStorage.setState(useTaskStorage.getInitialState());
  useEditedTask.setState(useEditedTask.getInitialState());
  useUploadStorage.setState(useUploadStorage.getInitialState());
  localStorage.clear();
  for (const [key, value] of stored) localStorage.setItem(key, String(value));
  for (const store of [useUserStore, useTaskStorage, useEditedTask, useUploadStorage])
    await store.persist.rehydrate();
}

/** Answers what every page asks for after the login of `user`. */
export function answerSession(api: FakeApi, user: User): void {
  api.on(sessionEndpoints.checkAuth, () => ({ ...user, socketToken: "token" }));
  api.on(peopleEndpoints.setTimeZone, () => null);
  api.on(notificationsEndpoints.list, () => ({ items: [], nextCursor: null }));
  api.on(notificationsEndpoints.unread, () => ({ notifications: 0, messages: 0, total: 0 }));
  api.on(notificationsEndpoints.markVisited, () => null);
  // The screens that publish a task show it beside their content.
  api.on(reviewEndpoints.preview, () => samplePreview({ stage: "approved" }));
  api.on(teamEndpoints.team, () => ({ members: [], invitations: [] }));
  api.on(teamEndpoints.teams, () => ({ teams: [], invitations: [] }));
  api.on(profilesEndpoints.topEditors, () => []);
  api.on(profilesEndpoints.topYoutubers, () => []);
}
