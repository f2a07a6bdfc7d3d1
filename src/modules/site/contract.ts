import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { anyone } from "#core/permission.ts";

import { contactPath, type Contact } from "./rules.ts";

const socialLink = z.object({
  name: z.string().trim().min(1),
  url: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https$/ })),
});

const contact: z.ZodType<Contact> = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  social: z.array(socialLink),
});

export const siteEndpoints = {
  contact: endpoint({
    method: "GET",
    path: contactPath,
    permission: anyone,
    summary: "How to reach the people who run this server",
    response: contact,
    message: "Here is how to reach us.",
  }),
};

/** One page elsewhere as settings write it, `Name=https://…`; null where it is not written so. */
export function readSocialLink(text: string): Contact["social"][number] | null {
  const [name, ...url] = text.split("=");
  return socialLink.safeParse({ name, url: url.join("=") }).data ?? null;
}
