/**
 * The id of the element in a page's HTML with the responses of the API calls that the page makes first, as JSON of
 * `FirstResponses`. The page has them without another round trip, and before its scripts have run.
 */
export const firstResponsesId = "first-responses";

export interface FirstResponses {
  /** The change marker of the oldest response. */
  marker: number;
  /** Response texts by address. */
  texts: Record<string, string>;
}

/** The id of the element in the HTML with the video that loads before the scripts run. */
export const earlyPictureId = "early-picture";
