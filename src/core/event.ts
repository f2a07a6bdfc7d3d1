import type { z } from "zod";

/** A domain event of a module. Event handlers of later modules run in the same transaction. */
export interface EventDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineEvent<P extends z.ZodType>(name: string, payload: P): EventDefinition<P> {
  return { name, payload };
}

/** A message that the server sends to a user's clients after the commit. */
export interface RealtimeMessage<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineRealtimeMessage<P extends z.ZodType>(name: string, payload: P): RealtimeMessage<P> {
  return { name, payload };
}

/** A message that guests of review links receive, too. Its payload has only what their requests return. */
export interface GuestMessage<P extends z.ZodType = z.ZodType> extends RealtimeMessage<P> {
  forGuests: true;
}

export function defineGuestMessage<P extends z.ZodType>(name: string, payload: P): GuestMessage<P> {
  return { name, payload, forGuests: true };
}
