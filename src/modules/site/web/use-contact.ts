import { useEffect, useState } from "react";

import { contactPath, noContact, type Contact } from "../rules.ts";

let asked: Promise<Contact> | null = null;

/**
 * Asked once for each load of the app. The reply is taken as the contract promises it, because checking it would load
 * every schema of the contract for a line in the footer. Not reachable: nothing is shown.
 */
function askContact(): Promise<Contact> {
  asked ??= fetch(`/api/v1${contactPath}`)
    .then(async (response) => (response.ok ? ((await response.json()) as { data: Contact }).data : noContact))
    .catch(() => {
      asked = null;
      return noContact;
    });
  return asked;
}

/** Who answers for this server; null until it is known. */
export function useContact(): Contact | null {
  const [contact, setContact] = useState<Contact | null>(null);
  useEffect(() => {
    let shown = true;
    void askContact().then((found) => shown && setContact(found));
    return () => {
      shown = false;
    };
  }, []);
  return contact;
}
