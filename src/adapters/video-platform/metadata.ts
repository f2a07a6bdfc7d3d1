export type Privacy = "private" | "public" | "unlisted";

/**
 * What a video is called and how it is shown. Everything is sent explicitly, `false` included, because what is left out
 * falls to surprising defaults (video platform reference, 2.4). The platform's limits on texts are rules of publishing;
 * here its refusals become failures.
 */
export interface VideoMetadata {
  title: string;
  description: string;
  tags: readonly string[];
  /** Digits, from the platform's list of assignable categories. */
  categoryId: string;
  /** BCP-47. */
  language?: string | undefined;
  privacy: Privacy;
  /** Only with `private`: when the platform itself makes the video public. */
  publishAt?: Date | undefined;
  madeForKids: boolean;
  /** Realistic altered or generated content. */
  syntheticMedia: boolean;
}
