const messageType = "open-place";

/** The path in a message of `openPath`, or null for other messages. */
export function opened(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("type" in data) || !("path" in data)) return null;
  return data.type === messageType && typeof data.path === "string" ? data.path : null;
}

/** A window of the app, as the Clients API describes it. */
interface AppWindow {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
}

interface Windows<W extends AppWindow> {
  /** All windows of the app, the last active one first. */
  list: readonly W[];
  /** Sends a message to a window; resolves to whether its page has confirmed it. */
  ask: (window: W, message: { type: string; path: string }) => Promise<boolean>;
  openNew: (path: string) => Promise<unknown>;
}

/**
 * Opens a path of the app: in the window that shows it, otherwise in the front window, otherwise in a new one. An open
 * window navigates without loading its page again, so that uploads and texts in it are kept. Windows that don't confirm,
 * such as pages of logged-out users, are left alone.
 */
export async function openPath<W extends AppWindow>(path: string, windows: Windows<W>): Promise<void> {
  const { list, ask, openNew } = windows;
  const message = { type: messageType, path };
  for (const window of inOrder(list, path)) {
    // Confirmed first: browsers allow either one focus or one new window for a click.
    if (await ask(window, message)) {
      await window.focus();
      return;
    }
  }
  await openNew(path);
}

function inOrder<W extends AppWindow>(list: readonly W[], path: string): W[] {
  const rank = ({ url, focused, visibilityState }: W) => {
    const { pathname, search, hash } = new URL(url);
    if (pathname + search + hash === path) return 0;
    return focused ? 1 : visibilityState === "visible" ? 2 : 3;
  };
  return list.toSorted((one, other) => rank(one) - rank(other));
}
