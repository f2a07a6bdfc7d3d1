import { expect, it } from "vitest";

import { renderSecurityEmail } from "./security-email.ts";

const email = {
  change: "password_changed" as const,
  at: new Date("2026-11-20T10:00:00Z"),
  appUrl: "https://reelay.example",
};

it.each([
  ["Asia/Kolkata", "November 20, 2026 at 3:30 PM GMT+5:30"],
  ["America/New_York", "November 20, 2026 at 5:00 AM EST"],
  [null, "November 20, 2026 at 10:00 AM UTC"],
])("a security email states the time on the clocks of %s", (timeZone, time) => {
  const { text, html } = renderSecurityEmail({ ...email, provider: null, timeZone });
  expect(text).toContain(time);
  expect(html).toContain(time);
});
