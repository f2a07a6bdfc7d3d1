import type { AppError } from "#core/error.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";

import { GuestPage } from "../public/guest-page.tsx";

/** Headings of links that can't be used; the message of the error says what to do. */
const headings: Record<string, string> = {
  link_not_found: "This link isn't valid",
  link_ended: "This review has ended",
  link_expired: "This link has expired",
  link_revoked: "This link was revoked",
};

/** Whether an error says that a link can't be used. */
export function isEndedLink({ code }: AppError): boolean {
  return code in headings;
}

/** Says why a link can't be used and what to do. */
export function EndedReview({ error: { code, message } }: { error: AppError }) {
  return (
    <GuestPage heading={headings[code] ?? "This link can't be used"}>
      <DeadEnd message={message} className="pt-0!" />
    </GuestPage>
  );
}
