import type { Problem } from "./problem.ts";

const exportAgain = "Please export the video again and upload the new file.";
const removeScenes = "Please remove the scenes in question.";

/** A rejection whose reason has no message. */
export const rejected = {
  only: "delivery",
  headline: "{platform} rejected the video",
  actions: ["send-back", "check-again"],
} satisfies Problem;

/** Problems of the approved file, and those for which a platform does not show a video that it has received. */
export const videoProblems = {
  file_size: file(
    "{platform} refused the file",
    "{platform} doesn't accept a file of this size. Send the version back to the editor to export it again.",
    `{platform} doesn't accept a file of this size. ${exportAgain}`,
  ),
  media_refused: file(
    "{platform} refused the file",
    "{platform} doesn't accept this file type. Send the version back to the editor to export it as MP4.",
    "{platform} doesn't accept this file type. Please export the video as MP4.",
  ),
  source_missing: file(
    "The approved video is missing",
    "The approved video is no longer on the server. Send the version back to the editor to upload it again.",
    "The approved file is no longer on the server. Please upload it again.",
  ),
  source_changed: file(
    "The stored video has changed",
    "The stored video differs from what the editor uploaded, so it was not published. Send the version back to the editor to upload it again.",
    "The stored file differs from the one you uploaded. Please upload it again.",
  ),

  platform_codec: file(
    "{platform} couldn't process the video",
    "{platform} doesn't support this video's codec. Send it back to the editor to export it as H.264.",
    "{platform} doesn't support the codec of this file. Please export the video as H.264 in an MP4.",
  ),
  platform_failed: processing(
    "{platform} couldn't process the video.",
    "{platform} couldn't process this file.",
  ),
  platform_conversion: processing(
    "{platform} couldn't convert the video.",
    "{platform} couldn't convert this file.",
  ),
  platform_transcodeFailed: processing(
    "{platform} couldn't convert the video.",
    "{platform} couldn't convert this file.",
  ),
  platform_streamingFailed: processing(
    "{platform} couldn't prepare the video for streaming.",
    "{platform} couldn't prepare this file for streaming.",
  ),
  platform_emptyFile: processing("{platform} received an empty file."),
  platform_invalidFile: processing("{platform} can't read this file as a video."),
  platform_tooSmall: processing(
    "This file is too small to be a video on {platform}.",
    "{platform} says that this file is too small to be a video.",
  ),
  platform_uploadAborted: lost(
    "{platform} couldn't process the video",
    "{platform} recorded the upload as aborted. Upload the video again.",
  ),
  platform_uploadFailed: lost(
    "{platform} couldn't process the video",
    "{platform} couldn't store the file. Upload the video again.",
  ),
  platform_deleted: lost(
    "The video was deleted on {platform}",
    "The video is no longer on {platform}: it was deleted there. Upload it again, or send the version back to the editor.",
  ),

  platform_rejected: {
    ...rejected,
    message:
      "{platform} rejected the video. See the notice in your account. If you resolve it there, check again; otherwise send the version back to the editor.",
  },
  platform_claim: rejection("because of a copyright claim", "resolve it", "Please replace that material."),
  platform_copyright: rejection("for copyright", "resolve it", "Please replace the protected material."),
  platform_trademark: rejection(
    "for a trademark",
    "resolve it",
    "Please remove it from the picture and the sound.",
  ),
  platform_inappropriate: rejection("as inappropriate", "appeal successfully", removeScenes),
  platform_legal: rejection("for legal reasons", "resolve them", removeScenes),
  platform_termsOfUse: rejection("under its terms of use", "appeal successfully", removeScenes),
  platform_duplicate: {
    ...rejected,
    message:
      "{platform} rejected the video because your channel already has the same one. Delete that one and upload again, or send the version back to the editor.",
    actions: ["upload-again", "send-back"],
    feedback: "The channel already has the same video. Please upload the file that was meant for this task.",
  },
  platform_length: {
    ...rejected,
    message:
      "The video is too long for this channel. Verify the channel by phone at https://www.youtube.com/verify to publish more than 15 minutes, and upload it again. Or send it back to the editor to shorten it.",
    actions: ["verify-channel", "upload-again", "send-back"],
    feedback: "The video is too long for the channel: it may have at most 15 minutes. Please shorten it.",
  },
  platform_uploaderAccountClosed: account("closed"),
  platform_uploaderAccountSuspended: account("suspended"),
} satisfies Record<string, Problem>;

/** `feedback` asks the editor for another file. */
function file(headline: string, message: string, feedback: string): Problem {
  return { only: "delivery", headline, message, actions: ["send-back"], feedback };
}

/** The platform can't use the file. `forEditor` is the cause in the feedback. */
function processing(cause: string, forEditor = cause): Problem {
  return file(
    "{platform} couldn't process the video",
    `${cause} Send it back to the editor, who can export and upload it again.`,
    `${forEditor} ${exportAgain}`,
  );
}

/** The file is not the reason. */
function lost(headline: string, message: string): Problem {
  return { only: "delivery", headline, message, actions: ["upload-again", "send-back"] };
}

/** The platform may accept the video after the `solution` by the creator, or after the editor's `change`. */
function rejection(reason: string, solution: string, change: string): Problem {
  const cause = `{platform} rejected the video ${reason}.`;
  return {
    ...rejected,
    message: `${cause} If you ${solution} in your account, check again; otherwise send the version back to the editor.`,
    feedback: `${cause} ${change}`,
  };
}

function account(state: string): Problem {
  return {
    ...rejected,
    message: `{platform} rejected the video because the account of the channel is ${state}. Connect another channel and upload it again.`,
    actions: ["reconnect", "upload-again"],
  };
}
