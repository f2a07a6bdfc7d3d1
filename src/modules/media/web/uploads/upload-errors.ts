import { DetailedError } from "tus-js-client";

/** Another window or browser sends this upload. */
export const busyStatus = 423;
const noSpaceStatus = 507;

/** No response, a timeout or rate limit of a proxy, or another sender. */
const temporaryStatuses = new Set([0, 408, 409, 429, busyStatus]);

/** Whether a retry may succeed without anybody's help. A full disk needs an administrator. */
export function isTemporary(status: number): boolean {
  return temporaryStatuses.has(status) || (status >= 500 && status !== noSpaceStatus);
}

/** The status of the response that ended a request, 0 without one. */
export function errorStatus(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** The message to display: the server's own where it sent one. */
export function errorMessage(error: Error): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const wire: unknown = JSON.parse(body ?? "");
    if (wire && typeof wire === "object" && "message" in wire && typeof wire.message === "string")
      return wire.message;
  } catch {
    // An empty response, or the page of a proxy.
  }
  return (
    messages[errorStatus(error)] ??
    "The server stopped responding. Upload the same file again to continue where it stopped."
  );
}

/** For responses without a message of the server: those to HEAD, and those of a proxy. */
const messages: Record<number, string> = {
  401: "You are logged out. Log in and choose the same file again to continue.",
  404: "This upload has ended. Choose the file again to start over.",
  410: "This upload has ended. Choose the file again to start over.",
  413: "A proxy between you and Reelay rejects even requests of 1 MB. Ask the administrator of this server to raise its limit.",
  [noSpaceStatus]: "There is not enough storage space for this file. Nothing was lost. Try again later.",
};

export const unreadableFile = "The file was changed or moved after you chose it. Choose it again.";
