import type { Context } from "./context.ts";

/**
 * What one room keeps of a person, for the download of one's own data: plain JSON, never a secret, and of other people
 * nothing but their names on shared work. `part` is its name in the document; the person is the context's actor.
 */
export interface PersonalData {
  part: string;
  read: (ctx: Context, personId: number) => Promise<unknown>;
}
