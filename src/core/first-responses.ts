/**
 * The id of the element in a page's HTML with the responses of the API calls that the page makes first, as JSON of
 * response texts by address. The page has them without another round trip, and before its scripts have run.
 */
export const firstResponsesId = "first-responses";

/** The id of the element in the HTML with the video that loads before the scripts run. */
export const earlyPictureId = "early-picture";
