import { videoFailure, videoFailureMessage } from "#modules/media/rules/video-failures.ts";

import { cardLink, defineKind, editors, onVersion } from "./kind.ts";

export const fileRejected = defineKind({
  label: "Files that can't be used",
  roles: editors,
  notices: [{ on: "refused", to: "editor", from: null }],
  data: onVersion.extend({ failure: videoFailure }),
  text: ({ title, version, failure }) => ({
    title: `Version ${version} can't be used: ${title}`,
    description: videoFailureMessage(failure),
  }),
  link: cardLink,
});
