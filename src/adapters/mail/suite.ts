import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import type { Email, Mail } from "./mail.ts";

/** A mail adapter and its server, which the tests can make fail. */
export interface MailUnderTest {
  mail: Mail;
  /** Received messages, oldest first. */
  received: () => readonly Buffer[];
  behave: (how: "well" | "busy" | "refusing") => void;
  /** The same adapter for an address where no server listens. */
  unreachable: Mail;
}

const email: Email = {
  to: "editor@example.org",
  subject: "Fassung 2 – „fertig“ ✓",
  text: "Zur Ansicht bereit: https://reelay.example/tasks/7\n",
  html: "<p>Zur Ansicht <b>bereit</b></p>",
};

function findHeader({ headers }: { headers: { key: string; value: string }[] }, name: string) {
  return headers.find(({ key }) => key === name)?.value;
}

/** Tests that every mail adapter must pass. */
export function describeMail(kind: string, open: () => Promise<MailUnderTest>): void {
  async function lastReceived({ received }: MailUnderTest) {
    return PostalMime.parse(received().at(-1) ?? "");
  }

  describe(`mail ${kind}`, () => {
    it("delivers the email unchanged, as text and HTML", async () => {
      const adapter = await open();
      await adapter.mail.send(email);
      expect(adapter.received()).toHaveLength(1);
      const message = await lastReceived(adapter);
      expect(message.from).toEqual({ name: "Reelay", address: "mail@reelay.example" });
      expect(message.to).toEqual([{ name: "", address: email.to }]);
      expect(message.subject).toBe(email.subject);
      expect(message.text?.trim()).toBe(email.text.trim());
      expect(message.html?.trim()).toBe(email.html);
      expect(message.messageId).toMatch(/^<.+@.+>$/);
      expect(message.date).toBeDefined();
    });

    it("states how to unsubscribe (RFC 8058) and a given message ID", async () => {
      const adapter = await open();
      const unsubscribeUrl = `https://reelay.example/unsubscribe/${"token".repeat(40)}`;
      await adapter.mail.send({ ...email, messageId: "<digest-7@reelay.example>", unsubscribeUrl });
      const message = await lastReceived(adapter);
      expect(message.messageId).toBe("<digest-7@reelay.example>");
      expect(findHeader(message, "list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
      expect(findHeader(message, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      await adapter.mail.send(email);
      expect(findHeader(await lastReceived(adapter), "list-unsubscribe")).toBeUndefined();
    });

    it("does not turn line breaks in a subject into headers", async () => {
      const adapter = await open();
      await adapter.mail.send({ ...email, subject: "Hello\r\nBcc: victim@example.org" });
      const message = await lastReceived(adapter);
      expect(message.bcc).toBeUndefined();
      expect(message.subject).toContain("Hello");
    });

    it("sends to no second recipient in the address", async () => {
      const adapter = await open();
      await adapter.mail
        .send({ ...email, to: "editor@example.org, victim@example.org" })
        .catch(() => undefined);
      const all = await Promise.all(adapter.received().map((bytes) => PostalMime.parse(bytes)));
      expect(all.flatMap((message) => message.to?.map((one) => one.address))).not.toContain(
        "victim@example.org",
      );
    });

    it("fails with a retryable error while the server is busy, and delivers on retry", async () => {
      const adapter = await open();
      adapter.behave("busy");
      await expect(adapter.mail.send(email)).rejects.toMatchObject({ name: "AdapterError", kind: "retry" });
      adapter.behave("well");
      await adapter.mail.send(email);
      expect(adapter.received()).toHaveLength(1);
    });

    it("fails with a retryable error while the server is unreachable", async () => {
      const { unreachable } = await open();
      await expect(unreachable.send(email)).rejects.toMatchObject({
        kind: "retry",
        code: "mail_server_away",
      });
    });

    it("answers a check without an email, unless the server is unreachable", async () => {
      const { mail, received, unreachable } = await open();
      await mail.check();
      expect(received()).toEqual([]);
      await expect(unreachable.check()).rejects.toMatchObject({ code: "mail_server_away" });
    });

    it("fails permanently when the server rejects the email", async () => {
      const adapter = await open();
      adapter.behave("refusing");
      await expect(adapter.mail.send(email)).rejects.toMatchObject({
        kind: "permanent",
        code: "mail_refused",
      });
    });
  });
}
