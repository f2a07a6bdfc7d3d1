import { z } from "zod";

/** What the sandbox platform knows (sandbox-platform/README.md, "Control"). */
const state = z.object({
  videos: z.array(
    z.object({
      id: z.string(),
      bytes: z.number(),
      sha256: z.string().optional(),
      hasThumbnail: z.boolean(),
      resource: z.object({
        snippet: z.object({
          title: z.string(),
          description: z.string(),
          tags: z.array(z.string()).optional(),
        }),
        status: z.object({ privacyStatus: z.string(), selfDeclaredMadeForKids: z.boolean().optional() }),
      }),
    }),
  ),
  sessions: z.array(
    z.object({ size: z.number(), confirmedBytes: z.number(), bytesEverReceived: z.number() }),
  ),
});

export async function platformState(sandboxUrl: string) {
  const answer = await fetch(`${sandboxUrl}/control/state`);
  return state.parse(await answer.json());
}

/** Makes the platform fail, or go slowly, on purpose. */
export async function orderFailures(sandboxUrl: string, rules: readonly object[]): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/control/failures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rules),
  });
  if (!answer.ok) throw new Error(`The sandbox refused the rules: ${await answer.text()}`);
}
