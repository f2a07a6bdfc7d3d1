import { useEffect, useState } from "react";

import { contactPath, noContact, type Contact } from "#modules/site/rules/contact.ts";

let request: Promise<Contact> | null = null;

/** Fetched once per page load. Not validated, because the contract's schemas would slow down the landing page. */
function fetchContact(): Promise<Contact> {
  request ??= fetch(`/api/v1${contactPath}`)
    .then(async (response) => (response.ok ? ((await response.json()) as { data: Contact }).data : noContact))
    .catch(() => {
      request = null;
      return noContact;
    });
  return request;
}

/** Contact details of the operator; null while loading, empty when the request fails. */
export function useContact(): Contact | null {
  const [contact, setContact] = useState<Contact | null>(null);
  useEffect(() => {
    let mounted = true;
    void fetchContact().then((loaded) => mounted && setContact(loaded));
    return () => {
      mounted = false;
    };
  }, []);
  return contact;
}
