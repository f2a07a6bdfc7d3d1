import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { dateInTimeZone } from "#core/time-zone.ts";
import { day } from "#core/time.ts";

import type { Tokens } from "./connection.ts";
import type { PublishingPlatform } from "./publishing-platform.ts";
import type { PlatformStatistics } from "./statistics.ts";

/** Failures that both sandboxes can be told to produce for the next call, once each. */
export type StatisticsFailure = "unavailable" | "rate_limited" | "expired_token";

/** A platform with statistics under test. */
export interface StatisticsUnderTest {
  platform: PublishingPlatform;
  /** Tokens of a channel that may read statistics. */
  connect: () => Promise<Tokens>;
  /** Makes a video as old as this, with its own life. */
  age: (videoId: string, days: number) => Promise<void>;
  disturb: (failure: StatisticsFailure) => Promise<void>;
  close: () => Promise<void>;
}

/** The statistics that analytics relies on, for every platform that has them. */
export function describeStatistics(name: string, start: () => Promise<StatisticsUnderTest>): void {
  describe(`statistics of ${name}`, () => {
    let test: StatisticsUnderTest;
    let statistics: PlatformStatistics;
    let access: string;
    let old: string;
    let fresh: string;

    beforeAll(async () => {
      test = await start();
      access = (await test.connect()).accessToken;
      const platformStatistics = test.platform.statistics;
      if (!platformStatistics) throw new Error(`${name} has no statistics.`);
      statistics = platformStatistics;
      old = await upload();
      fresh = await upload();
      await test.age(old, 40);
    });
    afterAll(() => test.close());

    async function upload(): Promise<string> {
      const bytes = Buffer.alloc(1000, 1);
      const type = "video/mp4";
      const metadata = {
        title: `Monsoon ${randomUUID()}`,
        description: "Rain.",
        tags: [],
        categoryId: "19",
        privacy: "unlisted",
        madeForKids: false,
        syntheticMedia: false,
        license: "youtube",
        paidPromotion: false,
        embeddable: true,
      } as const;
      const { sessionUri } = await test.platform.openSession(access, {
        metadata,
        reference: randomUUID(),
        notifySubscribers: false,
        bytes: bytes.length,
        type,
      });
      const sent = await test.platform.sendChunk(access, {
        sessionUri,
        start: 0,
        end: bytes.length,
        bytes: bytes.length,
        type,
        signal: new AbortController().signal,
        body: Readable.from([bytes]),
      });
      if (!("video" in sent)) throw new Error("The upload is not complete.");
      return sent.video.id;
    }

    const statisticsDay = (moment: Date) => dateInTimeZone(statistics.timeZone, moment);
    const dayAgo = (days: number) => statisticsDay(new Date(Date.now() - days * day));
    const wholeLife = (videoId: string) => ({ videoId, from: dayAgo(60), to: dayAgo(0) });

    it("counts several videos, without those that don't exist", async () => {
      const videoIds = [old, fresh].slice(0, statistics.videosPerCall);
      const { videos, units } = await statistics.counts(access, videoIds);
      expect(units).toBe(0);
      expect(videos.map(({ videoId }) => videoId).toSorted()).toEqual(videoIds.toSorted());
      const counted = videos.find(({ videoId }) => videoId === old);
      expect(counted?.views).toBeGreaterThan(100);
      expect(statisticsDay(counted?.publishedAt ?? new Date())).toBe(dayAgo(40));
      expect((await statistics.counts(access, [randomUUID()])).videos).toEqual([]);
    });

    it("has figures by day in order, which arrive late", async () => {
      const days = await statistics.days(access, wholeLife(old));
      expect(days.length).toBeGreaterThan(30);
      const dates = days.map((each) => each.day);
      expect(dates).toEqual(dates.toSorted());
      expect(dates[0]).toBe(dayAgo(40));
      expect(new Set(dates).size).toBe(dates.length);
      for (const each of days) expect(each.views).toBeGreaterThan(0);
      // Figures of days that ended longer ago than the lag are there, but for days without views.
      expect(dates.at(-1)?.localeCompare(dayAgo(statistics.lagDays + 4))).toBe(1);
      const { videos } = await statistics.counts(access, [old]);
      const arrived = days.reduce((sum, { views }) => sum + views, 0);
      expect(videos[0]?.views).toBeGreaterThanOrEqual(arrived);
      const part = await statistics.days(access, { videoId: old, from: dayAgo(30), to: dayAgo(20) });
      expect(part).toEqual(days.filter((each) => each.day >= dayAgo(30) && each.day <= dayAgo(20)));
    });

    it("has a hundred intervals of retention, with the steepest drop at 40 %", async () => {
      const curve = (await statistics.retention(access, wholeLife(old))) ?? [];
      expect(curve).toHaveLength(100);
      expect(curve.map(({ elapsedVideoTimeRatio }) => elapsedVideoTimeRatio)).toEqual(
        Array.from({ length: 100 }, (_, index) => (index + 1) / 100),
      );
      const later = curve.slice(20, 94);
      const drops = later.slice(1).map((point, index) => ({
        at: later[index]?.elapsedVideoTimeRatio,
        by: (later[index]?.audienceWatchRatio ?? 0) - point.audienceWatchRatio,
      }));
      expect(drops.toSorted((one, other) => other.by - one.by)[0]?.at).toBe(0.4);
    });

    it("throws errors that say what helps", async () => {
      for (const [failure, code] of [
        ["unavailable", "unavailable"],
        ["rate_limited", "rate_limited"],
      ] as const) {
        await test.disturb(failure);
        await expect(statistics.days(access, wholeLife(old))).rejects.toMatchObject({ kind: "retry", code });
      }
      await test.disturb("expired_token");
      await expect(statistics.retention(access, wholeLife(old))).rejects.toMatchObject({
        code: "access_expired",
      });
    });
  });
}
