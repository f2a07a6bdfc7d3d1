import { endpointAddress } from "#core/endpoint-address.ts";
import { compareParameter, guestReviewPath, previewPath, versionParameter } from "#core/paths.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { guestCookie } from "#modules/feedback/rules/guests.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { sessionCookie } from "#modules/sign-in/rules/sign-in.ts";

import type { VideoPage } from "./page-start.ts";

/** The preview of a task for its members. */
const preview: VideoPage = {
  route: previewPath(":taskId"),
  cookie: sessionCookie,
  calls: ({ pathname, searchParams }) => {
    const version = searchParams.get(versionParameter) ?? undefined;
    return [
      endpointAddress(sessionEndpoints.checkAuth, {}),
      endpointAddress(reviewEndpoints.preview, { params: { id: lastPart(pathname) }, query: { version } }),
    ];
  },
  playbackIn: (data, { searchParams }) =>
    searchParams.has(compareParameter) ? null : reviewEndpoints.preview.response.parse(data).playback,
};

/** The preview of a version for a guest who has entered before. */
const guestReview: VideoPage = {
  route: guestReviewPath(":linkId"),
  cookie: guestCookie,
  calls: ({ pathname }) => [
    endpointAddress(guestEndpoints.guestPreview, { params: { linkId: lastPart(pathname) } }),
  ],
  playbackIn: (data) => guestEndpoints.guestPreview.response.parse(data).playback,
};

export const videoPages: readonly VideoPage[] = [preview, guestReview];

const lastPart = (pathname: string) => pathname.split("/").at(-1);
