import { useLocation } from "react-router";
import { z } from "zod";

const carried = z.object({
  email: z.string().min(1),
  /** When a code was sent to it, in milliseconds since 1970; absent when the page before didn't send one. */
  sentAt: z.number().optional(),
});
export type CarriedEmail = z.output<typeof carried>;

/** The email that the page before carried here in navigation state (specification, section 2), or null. */
export function useCarriedEmail(): CarriedEmail | null {
  const state: unknown = useLocation().state;
  const parsed = carried.safeParse(state);
  return parsed.success ? parsed.data : null;
}
