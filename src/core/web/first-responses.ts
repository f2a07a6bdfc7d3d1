import { firstResponsesId } from "../first-responses.ts";

let responses: Map<string, string> | null = null;

/** The text of a response that came with the page's HTML, once; later calls ask the server. */
export function takeFirstResponse(address: string): string | undefined {
  responses ??= readResponses();
  const text = responses.get(address);
  responses.delete(address);
  return text;
}

/**
 * Later calls ask the server. To be called for each connection and each message: a query that starts afterwards is not reloaded for
 * what has changed since the page was made.
 */
export function dropFirstResponses(): void {
  responses = new Map();
}

function readResponses(): Map<string, string> {
  const text = document.getElementById(firstResponsesId)?.textContent;
  return new Map(Object.entries(JSON.parse(text || "{}") as Record<string, string>));
}
