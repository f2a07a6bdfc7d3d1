import { type FirstResponses, firstResponsesId } from "../first-responses.ts";
import { missedSince } from "./missed-since.ts";

let responses: Map<string, string> | null = null;

/** The text of a response that came with the page's HTML, once; later calls ask the server. */
export function takeFirstResponse(address: string): string | undefined {
  responses ??= readResponses();
  const text = responses.get(address);
  responses.delete(address);
  return text;
}

/**
 * Later calls ask the server. To be called for each change since the page was made: a query that starts afterwards has not received
 * its message.
 */
export function dropFirstResponses(): void {
  responses = new Map();
}

function readResponses(): Map<string, string> {
  const text = document.getElementById(firstResponsesId)?.textContent;
  if (!text) return new Map();
  const { marker, texts } = JSON.parse(text) as FirstResponses;
  missedSince.loaded(marker);
  return new Map(Object.entries(texts));
}
