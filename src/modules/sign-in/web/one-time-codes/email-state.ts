import { useLocation } from "react-router";
import { z } from "zod";

const emailState = z.object({
  email: z.string().min(1),
  /** When a code was sent to it, in milliseconds since 1970. */
  sentAt: z.number().optional(),
});
export type EmailState = z.output<typeof emailState>;

/** The email in the navigation state, or null. */
export function useEmailState(): EmailState | null {
  const state: unknown = useLocation().state;
  const parsed = emailState.safeParse(state);
  return parsed.success ? parsed.data : null;
}
