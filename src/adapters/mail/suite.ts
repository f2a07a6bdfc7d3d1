import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import type { Email, Mail } from "./mail.ts";

/** A mail device and the server behind it, which the suite can make misbehave. */
export interface MailUnderTest {
  mail: Mail;
  /** The messages that have arrived, oldest first, as bytes. */
  received: () => readonly Buffer[];
  behave: (how: "well" | "busy" | "refusing") => void;
  /** The same device with nobody at the other end. */
  abandoned: Mail;
}

const letter: Email = {
  to: "editor@example.org",
  subject: "Fassung 2 – „fertig“ ✓",
  text: "Zur Ansicht bereit: https://reelay.example/tasks/7\n",
  html: "<p>Zur Ansicht <b>bereit</b></p>",
};

/** What every mail device keeps to. */
export function describeMail(kind: string, open: () => Promise<MailUnderTest>): void {
  async function lastReceived({ received }: MailUnderTest) {
    return PostalMime.parse(received().at(-1) ?? "");
  }

  describe(`mail ${kind}`, () => {
    it("arrives as it was written, in text and HTML", async () => {
      const tried = await open();
      await tried.mail.send(letter);
      expect(tried.received()).toHaveLength(1);
      const message = await lastReceived(tried);
      expect(message.from).toEqual({ name: "Reelay", address: "mail@reelay.example" });
      expect(message.to).toEqual([{ name: "", address: letter.to }]);
      expect(message.subject).toBe(letter.subject);
      expect(message.text?.trim()).toBe(letter.text.trim());
      expect(message.html?.trim()).toBe(letter.html);
      expect(message.messageId).toMatch(/^<.+@.+>$/);
      expect(message.date).toBeDefined();
    });

    it("keeps line breaks in a subject from becoming headers", async () => {
      const tried = await open();
      await tried.mail.send({ ...letter, subject: "Hello\r\nBcc: victim@example.org" });
      const message = await lastReceived(tried);
      expect(message.bcc).toBeUndefined();
      expect(message.subject).toContain("Hello");
    });

    it("goes to one person even if the address pretends to be two", async () => {
      const tried = await open();
      await tried.mail
        .send({ ...letter, to: "editor@example.org, victim@example.org" })
        .catch(() => undefined);
      const all = await Promise.all(tried.received().map((bytes) => PostalMime.parse(bytes)));
      expect(all.flatMap((message) => message.to?.map((one) => one.address))).not.toContain(
        "victim@example.org",
      );
    });

    it("is worth another try while the server is busy, and arrives then", async () => {
      const tried = await open();
      tried.behave("busy");
      await expect(tried.mail.send(letter)).rejects.toMatchObject({ name: "AdapterError", kind: "retry" });
      tried.behave("well");
      await tried.mail.send(letter);
      expect(tried.received()).toHaveLength(1);
    });

    it("is worth another try while nobody is at the other end", async () => {
      const { abandoned } = await open();
      await expect(abandoned.send(letter)).rejects.toMatchObject({ kind: "retry", code: "mail_server_away" });
    });

    it("is given up when the server refuses it", async () => {
      const tried = await open();
      tried.behave("refusing");
      await expect(tried.mail.send(letter)).rejects.toMatchObject({
        kind: "permanent",
        code: "mail_refused",
      });
    });
  });
}
