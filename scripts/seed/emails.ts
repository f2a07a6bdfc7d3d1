import { z } from "zod";

import { emailCodeEndpoints } from "#modules/sign-in/contract/one-time-codes.ts";
import type { Client } from "#testing/client.ts";

import { callOrThrow, untilTrue } from "./api.ts";

const mailbox = z.object({ messages: z.array(z.object({ subject: z.string(), text: z.string() })) });

/** Emails to an address in the mailbox of the sandbox platform, newest first. */
async function readEmails(sandboxUrl: string, address: string) {
  const response = await fetch(`${sandboxUrl}/mailbox.json?${new URLSearchParams({ to: address })}`);
  return mailbox.parse(await response.json()).messages;
}

/** Confirms the address of a user with the code that is emailed to it: from then on notifications are emailed, too. */
export async function confirmAddress(client: Client, address: string, sandboxUrl: string): Promise<void> {
  await callOrThrow(client, emailCodeEndpoints.sendEmailCode, {});
  let code: string | undefined;
  await untilTrue(`No code was emailed to ${address}`, async () => {
    const emails = await readEmails(sandboxUrl, address);
    code = emails.flatMap(({ text }) => /^ {4}(\w{4})$/m.exec(text)?.[1] ?? [])[0];
    return code !== undefined;
  });
  await callOrThrow(client, emailCodeEndpoints.confirmEmail, { body: { otp: code ?? "" } });
}

/** Waits for an email with this part in its subject. */
export async function awaitEmail(address: string, subject: string, sandboxUrl: string): Promise<void> {
  await untilTrue(`No email "${subject}" arrived for ${address}`, async () =>
    (await readEmails(sandboxUrl, address)).some((email) => email.subject.includes(subject)),
  );
}
