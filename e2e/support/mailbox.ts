import { expect } from "@playwright/test";
import { z } from "zod";

const shape = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

/** The mails to an address in the sandbox's mailbox, the newest first. */
export async function mailsTo(sandboxUrl: string, address: string) {
  const answer = await fetch(`${sandboxUrl}/mailbox.json?${new URLSearchParams({ to: address })}`);
  return shape.parse(await answer.json()).messages;
}

/** The code in the `nth` mail with a code to an address, waiting for it; counted from 1. */
export async function codeMailedTo(sandboxUrl: string, address: string, nth = 1): Promise<string> {
  let codes: string[] = [];
  const look = async () => {
    const mails = await mailsTo(sandboxUrl, address);
    codes = mails.flatMap(({ text }) => /^ {4}(\w{4})$/m.exec(text)?.[1] ?? []);
    return codes.length;
  };
  await expect.poll(look).toBe(nth);
  return codes[0] ?? "";
}
