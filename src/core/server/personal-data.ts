import type { Context } from "./context.ts";

/**
 * One module's personal data of a user, for the data download: plain JSON without secrets, and nothing about other
 * users but their names on shared tasks. `part` is the key in the document.
 */
export interface PersonalData {
  part: string;
  read: (ctx: Context, personId: number) => Promise<unknown>;
}
