import type { z } from "zod";

/** Something that has happened in a room. Later rooms react inside the same transaction. */
export interface EventDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineEvent<P extends z.ZodType>(name: string, payload: P): EventDefinition<P> {
  return { name, payload };
}

/** A message that the server sends to a person's open browsers after commit. */
export interface RealtimeMessage<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}

export function defineRealtimeMessage<P extends z.ZodType>(name: string, payload: P): RealtimeMessage<P> {
  return { name, payload };
}
