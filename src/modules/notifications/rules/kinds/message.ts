import { z } from "zod";

import { defineKind, everyone, paragraphs } from "./kind.ts";

/** Messages that the reader has not seen. A request is quoted only where it can be declined. */
export const message = defineKind({
  label: "Messages you haven't seen",
  roles: everyone,
  reason: "you were sent a message on Reelay",
  data: z.object({
    otherId: z.number(),
    name: z.string(),
    isRequest: z.boolean(),
    count: z.number(),
    /** Excerpts. */
    quoted: z.array(z.object({ text: z.string(), images: z.number() })),
  }),
  text: ({ name, isRequest, count, quoted }) =>
    isRequest
      ? { title: `${name} wants to message you`, description: "Read the message to accept or block it." }
      : {
          title: count === 1 ? `New message from ${name}` : `${count} new messages from ${name}`,
          description: paragraphs(
            quoted.map(({ text, images }) => text || (images === 1 ? "An image." : `${images} images.`)),
            count,
          ),
        },
  link: ({ otherId }) => ({ screen: "messages", personId: otherId }),
});
