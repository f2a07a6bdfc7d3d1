import { endpointAddress } from "#core/endpoint-address.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { commentChanged } from "#modules/feedback/realtime-messages.ts";

import { measureDelivery } from "../delivery.ts";
import type { Row } from "../figure.ts";
import { startProduct, startReview } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";

/** A comment from its request to the other user's socket. */
export const commentDelivery: Row = {
  name: "comment-delivery",
  measure: async (settings) => {
    const file = await makeVideo(settings.folder, { name: "comments.mp4", megabits: 1, seconds: 10 });
    const product = await startProduct(settings);
    const { taskId } = await startReview(product, "Comments", file);
    const delivered = {
      what: "comment to the other user",
      message: commentChanged.name,
      // All on one frame: a comment on another one would start ffmpeg for its still.
      requestFor: (text: string) => ({
        address: endpointAddress(feedbackEndpoints.addComment, { params: { id: taskId } }),
        body: { id: crypto.randomUUID(), version: 1, inFrame: 30, outFrame: 30, text },
      }),
    };
    return measureDelivery(product, delivered, settings);
  },
};
