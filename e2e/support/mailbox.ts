import { expect } from "@playwright/test";
import { z } from "zod";

const shape = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

/** Emails to an address in the sandbox's mailbox, newest first. */
export async function mailsTo(sandboxUrl: string, address: string) {
  const response = await fetch(`${sandboxUrl}/mailbox.json?${new URLSearchParams({ to: address })}`);
  return shape.parse(await response.json()).messages;
}

/** Waits for the `nth` email with a code to an address, counted from 1; returns the code. */
export async function codeMailedTo(sandboxUrl: string, address: string, nth = 1): Promise<string> {
  let codes: string[] = [];
  const countCodes = async () => {
    const emails = await mailsTo(sandboxUrl, address);
    codes = emails.flatMap(({ text }) => /^ {4}(\w{4})$/m.exec(text)?.[1] ?? []);
    return codes.length;
  };
  await expect.poll(countCodes).toBe(nth);
  return codes[0] ?? "";
}
