import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

const times = z.number().int().min(1).max(1_000_000).default(1);
/** Matching requests that pass before the rule applies. */
const after = z.number().int().min(0).default(0);
const retryAfter = z.union([z.number().int().min(0).max(86_400), z.string().max(60)]).optional();
const kibibytes256 = 262_144;

function rule<K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.strictObject({ kind: z.literal(kind), times, after, ...shape });
}

/** The calls to which a rule applies. */
const place = z
  .enum([
    "any",
    "start",
    "bytes",
    "status",
    "thumbnail",
    "api",
    "caption",
    "playlist_item",
    "delete",
    "counts",
    "reports",
  ])
  .default("any");

/** The id of the only channel to which a rule applies. */
const channel = z.string().max(60).optional();

/** Reasons in `status.failureReason`, and those that only `processingDetails` has. */
const fileFailures = [
  "codec",
  "conversion",
  "emptyFile",
  "invalidFile",
  "tooSmall",
  "uploadAborted",
] as const;
export const processingFailures = ["streamingFailed", "transcodeFailed", "uploadFailed"] as const;

/** The kinds of failures, described in the README. */
export const failureSchema = z.discriminatedUnion("kind", [
  rule("expired_token", {}),
  rule("revoked_consent", {}),
  rule("slow_token", { milliseconds: z.number().int().min(0).max(60_000) }),
  rule("token_error", {
    error: z.string().max(80).default("invalid_grant"),
    status: z.number().int().min(400).max(599).default(400),
    retryAfter,
  }),
  rule("dropped_token_request", {}),
  rule("no_refresh_token", {}),
  rule("consent_error", { error: z.string().max(80).default("admin_policy_enforced") }),
  rule("server_errors", {
    on: place,
    channel,
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503),
    retryAfter,
  }),
  rule("error", {
    on: place,
    status: z.number().int().min(400).max(599),
    reason: z.string().max(80),
    domain: z.string().max(80).default("global"),
    retryAfter,
  }),
  rule("rate_limited", { retryAfter }),
  rule("quota_exceeded", {}),
  rule("upload_limit", {}),
  rule("foreign_session", {}),
  rule("wrong_range", { range: z.string().max(60).default("bytes=5-9") }),
  rule("stalled", { seconds: z.number().int().min(1).max(600).default(60) }),
  rule("partial_308", { keep: z.number().int().min(0).default(1) }),
  rule("dropped_connection", {
    bytes: z
      .number()
      .int()
      .min(0)
      .default(4 * kibibytes256),
  }),
  rule("lost_last_reply", {}),
  rule("lost_reply", { on: z.enum(["caption", "playlist_item"]) }),
  rule("session_gone", { status: z.union([z.literal(404), z.literal(410)]).default(404), retryAfter }),
  rule("slow", { channel, bytesPerSecond: z.number().int().min(1024).default(1_048_576) }),
  rule("refused_thumbnail", {}),
  rule("thumbnail_not_found", {}),
  rule("locked_private", {}),
  rule("stuck_processing", {}),
  rule("processing_failed", { reason: z.enum([...fileFailures, ...processingFailures]).default("codec") }),
  rule("rejected", {
    reason: z
      .enum([
        "claim",
        "copyright",
        "duplicate",
        "inappropriate",
        "legal",
        "length",
        "termsOfUse",
        "trademark",
        "uploaderAccountClosed",
        "uploaderAccountSuspended",
      ])
      .default("duplicate"),
  }),
  rule("disappeared", {}),
  rule("peertube", {
    problem: z.enum([
      "unavailable",
      "expired_token",
      "revoked",
      "quota_reached",
      "dropped_connection",
      "session_gone",
      "lost_last_reply",
      "upload_unfinished",
      "upload_kept",
      "refused_thumbnail",
      "transcoding_failed",
      "moving_failed",
      "not_peertube",
      "account_blocked",
      "forbidden",
      "rate_limited",
      "file_too_large",
      "file_refused",
    ]),
    retryAfter,
  }),
  rule("vimeo", {
    problem: z.enum([
      "unavailable",
      "expired_token",
      "revoked",
      "forbidden",
      "rate_limited",
      "quota_reached",
      "storage_full",
      "refused_title",
      "dropped_connection",
      "lost_open_reply",
      "lost_last_reply",
      "session_gone",
      "refused_privacy",
      "refused_thumbnail",
      "refused_caption",
      "upload_failed",
      "transcoding_failed",
    ]),
    retryAfter,
  }),
]);

export type AppError = z.output<typeof failureSchema>;
export type FailureKind = AppError["kind"];
type FailureOf<K extends FailureKind> = Extract<AppError, { kind: K }>;

/** Whether a rule that can be for a single channel applies to this one. */
export const isFor = (rule: { channel?: string | undefined }, channelId: string | undefined): boolean =>
  rule.channel === undefined || rule.channel === channelId;

/** One rule or a list of them. */
export const failureListSchema = z
  .union([failureSchema, z.array(failureSchema)])
  .transform((value) => (Array.isArray(value) ? value : [value]));

const rowSchema = z.object({
  number: z.number(),
  rule: z.string(),
  pass: z.number(),
  remaining: z.number(),
});

export type Failures = ReturnType<typeof createFailures>;

/** The failures that were ordered and have not all happened yet; they survive a restart. */
export function createFailures(db: DatabaseSync) {
  const insert = db.prepare("INSERT INTO failures (kind, rule, pass, remaining) VALUES (?, ?, ?, ?)");
  const every = db.prepare("SELECT number, rule, pass, remaining FROM failures ORDER BY number");
  const ofKind = db.prepare(
    "SELECT number, rule, pass, remaining FROM failures WHERE kind = ? ORDER BY number",
  );
  const letPass = db.prepare("UPDATE failures SET pass = pass - 1 WHERE number = ?");
  const useOne = db.prepare("UPDATE failures SET remaining = remaining - 1 WHERE number = ?");
  const removeUsed = db.prepare("DELETE FROM failures WHERE remaining <= 0");
  const removeAll = db.prepare("DELETE FROM failures");

  function isOfKind<K extends FailureKind>(failure: AppError, kind: K): failure is FailureOf<K> {
    return failure.kind === kind;
  }

  return {
    add(failure: AppError): void {
      insert.run(failure.kind, JSON.stringify(failure), failure.after, failure.times);
    },
    /** The rules in order, with the present values of `times` and `after`. */
    list(): AppError[] {
      return every.all().map((row) => {
        const { rule, pass, remaining } = rowSchema.parse(row);
        return Object.assign(failureSchema.parse(JSON.parse(rule)), { after: pass, times: remaining });
      });
    },
    clear(): void {
      removeAll.run();
    },
    /**
     * Asks whether this call is to fail in that way, and uses the rule up by one.
     *
     * @param fits narrows the rule to the calls it means; others do not count for it
     */
    take<K extends FailureKind>(
      kind: K,
      fits?: (failure: FailureOf<K>) => boolean,
    ): FailureOf<K> | undefined {
      for (const row of ofKind.all(kind)) {
        const { number, rule, pass } = rowSchema.parse(row);
        const failure = failureSchema.parse(JSON.parse(rule));
        if (!isOfKind(failure, kind) || (fits && !fits(failure))) continue;
        if (pass > 0) {
          letPass.run(number);
          continue;
        }
        useOne.run(number);
        removeUsed.run();
        return failure;
      }
      return undefined;
    },
  };
}
