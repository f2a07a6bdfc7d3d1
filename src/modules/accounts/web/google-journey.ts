import { useMutation } from "@tanstack/react-query";
import { z } from "zod";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";

import { googleEndpoints } from "../contract/google.ts";

/** What this tab keeps while the person is away at Google. */
const journey = z.object({
  role: z.enum(["YOUTUBER", "EDITOR"]).nullable().catch(null),
  /** Where to go afterwards, instead of to one's profile. */
  from: z
    .string()
    .regex(/^\/(?!\/)/)
    .nullable()
    .catch(null),
  connect: z.boolean().catch(false),
});
export type GoogleJourney = z.output<typeof journey>;

const storageKey = "google-journey";
const noJourney: GoogleJourney = { role: null, from: null, connect: false };

export function readJourney(): GoogleJourney {
  try {
    return journey.catch(noJourney).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? "{}"));
  } catch {
    return noJourney;
  }
}

export function endJourney(): void {
  sessionStorage.removeItem(storageKey);
}

/** Goes to Google; the promise of the mutation only ends when that fails. */
export function useGoogleJourney() {
  const start = useMutation({
    mutationFn: async (travel: GoogleJourney) => {
      sessionStorage.setItem(storageKey, JSON.stringify(travel));
      const query = travel.connect ? { connect: "true" as const } : {};
      const { data } = await call(googleEndpoints.consentWindow, { query });
      if (!URL.canParse(data.url)) throw new Error("Failed to get OAuth URL. Please try again later.");
      window.location.assign(data.url);
    },
  });
  return {
    start: start.mutate,
    // Leaving for another site takes a moment, in which nothing should be pressed again.
    leaving: start.isPending || start.isSuccess,
    error: start.error && sentenceOf(start.error),
  };
}

function sentenceOf(error: Error): string {
  const designed = !(error instanceof AppError) || (error.status >= 400 && error.status < 500);
  return designed ? error.message : "Failed to open OAuth window. Please try again.";
}
