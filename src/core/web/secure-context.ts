/*
 * Browsers offer some interfaces only on pages that came over HTTPS or from this machine. The linter refuses them
 * elsewhere; pages without HTTPS get a substitute or `null` here.
 */

/** A random UUID. `crypto.randomUUID` is missing without HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    // Version 4 and variant 1 (RFC 9562).
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Copies a text to the clipboard, in a click. Throws an error if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if ("clipboard" in navigator) return navigator.clipboard.writeText(text);
  let copied = false;
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    copied = true;
  };
  window.addEventListener("copy", fill, { capture: true });
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without HTTPS.
  document.execCommand("copy");
  window.removeEventListener("copy", fill, { capture: true });
  if (!copied) throw new Error(missingReason("access to the clipboard"));
}

export function serviceWorkers(): ServiceWorkerContainer | null {
  return "serviceWorker" in navigator ? navigator.serviceWorker : null;
}

/** The user's permission for push notifications; null if the browser can't show them on this page. */
export function pushPermission(): NotificationPermission | null {
  const supported = serviceWorkers() !== null && "PushManager" in window && "Notification" in window;
  return supported ? Notification.permission : null;
}

/** Asks for this permission; call it in a click, otherwise browsers refuse. */
export async function requestPushPermission(): Promise<void> {
  await Notification.requestPermission();
}

/** Shows a number on the icon of the installed app; 0 shows none. */
export function showBadge(count: number): void {
  // Refused where the app is not installed.
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}

/** Whether this browser supports passkeys on this page. */
export function supportsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** Keeps the screen on until the lock is released or the page is hidden; null if the browser doesn't. */
export async function requestWakeLock(): Promise<WakeLockSentinel | null> {
  return "wakeLock" in navigator ? navigator.wakeLock.request("screen").catch(() => null) : null;
}

/** Functions of Chromium that ask for files and folders, in a click. Files that were chosen can be read again after a reload. */
interface Pickers {
  files: () => Promise<FileSystemFileHandle[]>;
  folder: () => Promise<FileSystemDirectoryHandle>;
  folderToWrite: (id: string) => Promise<FileSystemDirectoryHandle>;
}

/** TypeScript doesn't declare them. */
interface WindowWithPickers {
  showOpenFilePicker?: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?: (options?: { mode: "readwrite"; id: string }) => Promise<FileSystemDirectoryHandle>;
}

/** Null where the browser doesn't offer them on this page. */
export function filePickers(): Pickers | null {
  const { showOpenFilePicker, showDirectoryPicker }: WindowWithPickers = window as WindowWithPickers;
  if (!showOpenFilePicker || !showDirectoryPicker) return null;
  return {
    files: () => showOpenFilePicker.call(window, { multiple: true }),
    folder: () => showDirectoryPicker.call(window),
    folderToWrite: (id) => showDirectoryPicker.call(window, { mode: "readwrite", id }),
  };
}

/** The message for a feature that the browser does not offer on this page: cause and next step. */
export function missingReason(feature: string): string {
  return window.isSecureContext
    ? `This browser doesn't support ${feature}.`
    : `Browsers offer ${feature} only over HTTPS. Open Reelay at an address that begins with https, or ask its operator for one.`;
}
