import { z } from "zod";

/** State of the sandbox platform (sandbox-platform/README.md, "Control"). */
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
    z.object({
      size: z.number(),
      confirmedBytes: z.number(),
      requests: z.array(
        z.object({ number: z.number(), first: z.number().optional(), confirmed: z.number().optional() }),
      ),
    }),
  ),
});

export async function platformState(sandboxUrl: string) {
  const response = await fetch(`${sandboxUrl}/control/state`);
  return state.parse(await response.json());
}

/** Makes the platform fail or respond slowly. */
export async function injectFailures(sandboxUrl: string, rules: readonly object[]): Promise<void> {
  const response = await fetch(`${sandboxUrl}/control/failures`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rules),
  });
  if (!response.ok) throw new Error(`The sandbox rejected the rules: ${await response.text()}`);
}

type Session = z.output<typeof state>["sessions"][number];

/** The first byte of each request of an upload, and the bytes that the platform had confirmed before it. */
export function beginnings({ requests }: Session): { sentFrom: number[]; confirmed: number[] } {
  const sentFrom: number[] = [];
  const confirmed: number[] = [];
  let count = 0;
  for (const request of requests.toSorted((one, other) => one.number - other.number)) {
    if (request.first !== undefined) {
      sentFrom.push(request.first);
      confirmed.push(count);
    }
    count = request.confirmed ?? count;
  }
  return { sentFrom, confirmed };
}
