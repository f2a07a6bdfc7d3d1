import { expect, test } from "vitest";

import { defaultOptions } from "../rules/options.ts";
import { publishingConsent } from "./start.ts";

test("an agreement from before paid promotion was asked for is still read", () => {
  const { paidPromotion: _, ...options } = defaultOptions;
  const older = {
    personId: 1,
    agreedAt: "2026-06-01T10:00:00.000Z",
    title: "Rain",
    visibility: "public",
    publishAt: null,
    madeForKids: false,
    syntheticMedia: false,
    termsUrl: null,
    text: "I agree.",
    channel: { id: "UC1", title: "Mira", pictureUrl: "https://example.com/p.png" },
    details: { description: "Rain.", tags: [], options, captions: [] },
  };
  expect(publishingConsent.parse(older)).toEqual(older);
});
