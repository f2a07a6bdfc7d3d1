import type { Contact } from "../rules.ts";

/** Dependencies of the module. */
export interface SiteDependencies {
  contact: Contact;
}
