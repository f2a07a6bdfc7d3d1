/** What happened before a retry, for the code of a temporary error. `platform` is the platform's name. */
export function interruptionMessage(code: string, platform: string): string {
  return (interruptions.get(code) ?? "The last attempt failed.").replaceAll("{platform}", platform);
}

export const interruptions = new Map<string, string>([
  ["unreachable", "{platform} can't be reached."],
  ["unavailable", "{platform} reported a temporary problem."],
  ["rate_limited", "{platform} is receiving too many requests from this server."],
  ["stalled", "The connection to {platform} stalled and was closed."],
  ["outcome_unknown", "{platform} didn't confirm the last part."],
  ["no_progress", "{platform} didn't keep the last part."],
  ["not_finished", "{platform} has the whole file, but no video yet."],
  ["range_refused", "{platform} refused the last part."],
  ["session_gone", "{platform} ended the upload session."],
  ["access_expired", "The access to your channel is being renewed."],
  ["quota_exceeded", "This server has used up its quota of {platform}."],
  ["upload_limit", "This channel has reached the upload limit of {platform}."],
  ["video_not_found", "{platform} doesn't list the video yet."],
  ["hash_missing", "The checksum of the video is still being computed."],
  ["source_unreadable", "The stored video can't be read at the moment."],
  ["unexpected", "Something went wrong on our side and was logged."],
]);
