import { DetailedError } from "tus-js-client";

/** Somebody else's turn: another window or browser sends this upload. */
export const busy = 423;
const noRoom = 507;

/** No answer; a proxy that waited too long, or has had too much at once; a byte or a turn of another sender. */
const passing = new Set([0, 408, 409, 429, busy]);

/** What goes by itself, a restart of the server too. A full disk needs a person. */
export function isPassing(status: number): boolean {
  return passing.has(status) || (status >= 500 && status !== noRoom);
}

/** The status of the reply that ended a try, 0 without one. */
export function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

/** What to tell the sender: the server's own sentence where it sent one. */
export function sentenceOf(error: Error): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    const wire: unknown = JSON.parse(body ?? "");
    if (wire && typeof wire === "object" && "message" in wire && typeof wire.message === "string")
      return wire.message;
  } catch {
    // Not the server's own answer: a proxy's page, or nothing.
  }
  return (
    sentences[statusOf(error)] ??
    "The server stopped answering. Upload the same file again to continue where it stopped."
  );
}

/** For replies without words of the server: those to HEAD, and those of a proxy. */
const sentences: Record<number, string> = {
  401: "You are signed out. Log in and choose the same file again to continue.",
  404: "This upload has ended. Choose the file again to start over.",
  410: "This upload has ended. Choose the file again to start over.",
  413: "Something between you and Reelay refuses even pieces of 1 MB. Ask who runs this server to let larger ones through.",
  [noRoom]: "The server has no room for this file. Nothing was lost; try later.",
};
