import { createElement } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { checkProgressPath } from "#core/paths.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { changesEndpoints } from "#modules/publishing/contract/changes.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { detailsEndpoints } from "#modules/publishing/contract/details.ts";
import { defaultOptions } from "#modules/publishing/rules/options.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { publishedDelivery, sampleProgress } from "#testing/web/publishing-samples.ts";
import { anika, meera, samplePerson } from "#testing/web/samples.ts";

import { FinishElsewhere } from "./finish-elsewhere.tsx";

const line = page.getByRole("link", { name: /^Finish in YouTube Studio/ });
const published = sampleProgress({ ...publishedDelivery, videoId: "dQw4_-x" });

test("a video published on YouTube leads to what only its Studio can do", async () => {
  const { api, open } = await startScreen(meera);
  api.on(deliveriesEndpoints.progress, () => published);
  api.on(changesEndpoints.changes, () => ({
    visibility: "public" as const,
    publishAt: null,
    deliveries: [],
  }));
  api.on(detailsEndpoints.details, () => ({
    options: defaultOptions,
    captions: [],
    playlists: [],
    video: null,
  }));
  api.on(profilesEndpoints.rating, () => ({ editor: samplePerson(anika), rating: null }));
  await open(checkProgressPath(12));
  await expect.element(line).toHaveAttribute("href", "https://studio.youtube.com/video/dQw4_-x/edit");
  await expect.element(page.getByText(/the end screen, cards and a pinned comment/)).toBeVisible();
});

test("a manager reads that the video is published, and is not asked for the creator's rating", async () => {
  const { api, open } = await startScreen(anika);
  const abilities = relationAbilities([{ kind: "manager", rights: ["publish"] }]);
  api.on(deliveriesEndpoints.progress, () => ({ ...published, abilities }));
  const ratings = api.on(profilesEndpoints.rating, () => ({ editor: samplePerson(anika), rating: null }));
  await open(checkProgressPath(12));
  await expect.element(page.getByText(/^The video is published on/)).toBeVisible();
  await expect.element(line).toBeVisible();
  expect(ratings).toEqual([]);
});

test("a video that is elsewhere, in the sandbox or not published does not", async () => {
  const { show } = await startScreen(meera);
  const shown = (progress: typeof published) => {
    show(createElement(FinishElsewhere, { progress }));
    return line.elements().length;
  };
  const [delivery] = published.deliveries;
  if (!delivery) throw new Error("The sample has no delivery.");
  const one = (change: Partial<typeof delivery>) => ({
    ...published,
    deliveries: [{ ...delivery, ...change }],
  });
  expect(shown(one({}))).toBe(1);
  expect(shown(one({ kind: "peertube" }))).toBe(0);
  expect(shown(one({ kind: "s3" }))).toBe(0);
  expect(shown(one({ stage: "PUBLISH_VIDEO" }))).toBe(0);
  expect(shown({ ...published, sandbox: true })).toBe(0);
});

test("several channels are told apart", async () => {
  const { show } = await startScreen(meera);
  const deliveries = published.deliveries.flatMap((first) => {
    const channel = { id: "UCinland", title: "Meera inland", pictureUrl: "" };
    return [first, { ...first, deliveryId: first.deliveryId.replace(/1$/, "2"), videoId: "other", channel }];
  });
  show(createElement(FinishElsewhere, { progress: { ...published, deliveries } }));
  await expect
    .element(page.getByRole("link", { name: /^Finish in YouTube Studio \(Meera inland\)/ }))
    .toHaveAttribute("href", "https://studio.youtube.com/video/other/edit");
  expect(line.elements()).toHaveLength(2);
});
