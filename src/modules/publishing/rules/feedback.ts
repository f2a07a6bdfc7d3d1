/**
 * The feedback for the editor of a version that the platform could not use, to be edited by the creator before it is
 * sent. `platform` is the platform's name. Empty if only the creator knows the reason.
 */
export function feedbackFor(code: string, platform: string): string {
  return (feedback.get(code) ?? "").replaceAll("{platform}", platform);
}

const exportAgain = "Please export the video again and upload the new file.";

const feedback = new Map<string, string>([
  ["source_missing", "The approved file is no longer on the server. Please upload it again."],
  ["source_changed", "The stored file differs from the one you uploaded. Please upload it again."],
  ["file_size", `{platform} doesn't accept a file of this size. ${exportAgain}`],
  ["media_refused", "{platform} doesn't accept this file type. Please export the video as MP4."],
  [
    "platform_codec",
    "{platform} doesn't support the codec of this file. Please export the video as H.264 in an MP4.",
  ],
  ["platform_failed", `{platform} couldn't process this file. ${exportAgain}`],
  ["platform_conversion", `{platform} couldn't convert this file. ${exportAgain}`],
  ["platform_transcodeFailed", `{platform} couldn't convert this file. ${exportAgain}`],
  ["platform_streamingFailed", `{platform} couldn't prepare this file for streaming. ${exportAgain}`],
  ["platform_emptyFile", `{platform} received an empty file. ${exportAgain}`],
  ["platform_invalidFile", `{platform} can't read this file as a video. ${exportAgain}`],
  ["platform_tooSmall", `{platform} says that this file is too small to be a video. ${exportAgain}`],
  [
    "platform_length",
    "The video is too long for the channel: it may have at most 15 minutes. Please shorten it.",
  ],
  [
    "platform_duplicate",
    "The channel already has the same video. Please upload the file that was meant for this task.",
  ],
  [
    "platform_copyright",
    "{platform} rejected the video for copyright. Please replace the protected material.",
  ],
  [
    "platform_claim",
    "{platform} rejected the video because of a claim to its content. Please replace that material.",
  ],
  [
    "platform_trademark",
    "{platform} rejected the video for a trademark. Please remove it from the picture and the sound.",
  ],
  [
    "platform_inappropriate",
    "{platform} rejected the video as inappropriate. Please remove the scenes in question.",
  ],
  [
    "platform_legal",
    "{platform} rejected the video for legal reasons. Please remove the scenes in question.",
  ],
  [
    "platform_termsOfUse",
    "{platform} rejected the video under its terms of use. Please remove the scenes in question.",
  ],
]);
