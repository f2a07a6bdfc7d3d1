import type { Contact } from "../rules/contact.ts";

/** Dependencies of the module. */
export interface SiteDependencies {
  contact: Contact;
}
