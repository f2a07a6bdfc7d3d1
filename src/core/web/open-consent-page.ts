import { AppError } from "../error.ts";
import { authorizeUploadPath } from "../paths.ts";

const openedAtKey = "reelay-consent-opened-at";

/** Whether a host name stands for the machine of the browser. */
const isLocal = (hostname: string) => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Leaves for the consent page of a platform or identity provider, which returns to its `redirect_uri`. Throws an error that
 * names the operator's setting if this browser can't reach the page, or would return to an address where the user
 * isn't logged in.
 */
export function openConsentPage(address: string): void {
  const { origin, hostname } = window.location;
  const url = new URL(address);
  const target = URL.parse(url.searchParams.get("redirect_uri") ?? "")?.origin ?? origin;
  if (target !== origin) {
    throw addressError(
      `Logins at ${url.origin} return to ${target}. Open Reelay there, or ask its operator to set APP_URL to ${origin}.`,
    );
  }
  if (isLocal(url.hostname) && !isLocal(hostname)) {
    throw addressError(
      `Only the server itself reaches ${url.origin}. Ask the operator of Reelay to set SANDBOX_URL to an address that your browser reaches, and SANDBOX_LISTEN_ON.`,
    );
  }
  const { pathname, search } = window.location;
  // Another attempt on the page of the return comes from where the first one did.
  if (pathname !== authorizeUploadPath) sessionStorage.setItem(openedAtKey, pathname + search);
  window.location.assign(address);
}

/** The path of the page on which this tab last opened a consent page, or null. */
export function consentOpenedAt(): string | null {
  return sessionStorage.getItem(openedAtKey);
}

function addressError(message: string): AppError {
  return new AppError({ code: "wrong_address", status: 409, message });
}
