import { useEffect } from "react";

import { call } from "#core/web/client.ts";
import { peopleEndpoints, type User } from "#modules/people/contract/people.ts";

import { changeUser } from "../sessions/user-store.ts";

/** Stores the browser's time zone for the user if it is another one than before. */
export function useReportTimeZone(user: User | null | undefined): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const changed = Boolean(user) && user?.timeZone !== timeZone;
  useEffect(() => {
    if (!changed) return;
    void call(peopleEndpoints.setTimeZone, { body: { timeZone } }).then(
      () => changeUser({ timeZone }),
      // The next page load reports it again.
      () => undefined,
    );
  }, [changed, timeZone]);
}
