import type { ReadContext } from "./context.ts";

/**
 * One module's personal data of a user, for the data download: plain JSON without secrets, and nothing about other
 * users but their names on shared tasks. Lists are read in batches (`inBatches`) while the document is sent.
 * `part` is the key in the document.
 */
export interface PersonalData {
  part: string;
  read: (ctx: ReadContext, personId: number) => Promise<unknown>;
}
