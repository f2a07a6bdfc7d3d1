import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { anyone } from "#core/permission.ts";

import { contactPath, type Contact } from "../rules/contact.ts";

const socialLink = z.object({
  name: z.string().min(1),
  url: z.url({ protocol: /^https$/ }),
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
    summary: "Contact details of the operator",
    response: contact,
    message: "Contact details loaded.",
  }),
};

/** Parses a setting of the form `Name=https://…`; null where it has another form. */
export function parseSocialLink(text: string): Contact["social"][number] | null {
  const [name, ...url] = text.split("=");
  return socialLink.safeParse({ name: name?.trim(), url: url.join("=").trim() }).data ?? null;
}
