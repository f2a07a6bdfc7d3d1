export type Privacy = "private" | "public" | "unlisted";
export type License = "youtube" | "creativeCommon";

/** Everything is sent explicitly, `false` included, because the platform's defaults for omitted properties are surprising. */
export interface VideoMetadata {
  title: string;
  description: string;
  tags: readonly string[];
  /** Digits, from the platform's list of assignable categories. */
  categoryId: string;
  /** BCP-47. */
  language?: string | undefined;
  privacy: Privacy;
  /** Only with `private`: when the platform makes the video public. */
  publishAt?: Date | undefined;
  madeForKids: boolean;
  /** Realistic altered or generated content. */
  syntheticMedia: boolean;
  /** The video contains paid promotion. */
  paidPromotion: boolean;
  license: License;
  /** Whether other sites may embed the video. */
  embeddable: boolean;
  /** The day of the recording, such as `2026-07-01`. */
  recordingDate?: string | undefined;
}

/** Properties to change; omitted ones stay. `publishAt: null` removes the scheduled time. */
export type VideoChange = Partial<Omit<VideoMetadata, "publishAt">> & { publishAt?: Date | null };

/** The state of a video at the platform. */
export interface VideoState {
  id: string;
  title: string | null;
  /** The actual visibility, which may differ from the requested one. */
  privacy: Privacy | null;
  publishAt: Date | null;
  processed: boolean;
  /** The processed part of it. The total may grow, so show the highest percentage seen. */
  processedPercent: number | null;
  /**
   * The reason why the platform will never show the video: a reason of the platform that is known here, such as `codec` or `copyright`;
   * else `deleted`, `rejected` or `failed`. Null without a problem.
   */
  problem: string | null;
}

export interface Thumbnail {
  body: Uint8Array;
  type: "image/jpeg" | "image/png";
}

/** A caption track in one language. The platform has at most one of a language and name. */
export interface CaptionTrack {
  /** BCP-47. */
  language: string;
  /** Distinguishes several tracks of a language; empty for the only one. */
  name: string;
  /** The content of an SRT or VTT file. */
  content: string;
}
