CREATE TABLE "operations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"done_revision" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"problem_code" text,
	"next_attempt_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "thumbnail_file_id" uuid;--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "pause_code" text;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_of_delivery" ON "operations" USING btree ("delivery_id","kind","key");--> statement-breakpoint
CREATE INDEX "operations_due" ON "operations" USING btree ("next_attempt_at") WHERE "operations"."next_attempt_at" is not null;--> statement-breakpoint
-- What runs, or waits for the creator. The job that looks for abandoned operations starts it.
INSERT INTO "operations" ("delivery_id", "kind", "attempt", "problem_code", "next_attempt_at")
SELECT "id", "step", "attempt", CASE WHEN "attempt" > 0 THEN "retry_code" END,
  now() - interval '1 hour'
FROM "deliveries" WHERE "problem_code" IS NULL AND "step" <> 'done';
--> statement-breakpoint
INSERT INTO "operations" ("delivery_id", "kind", "attempt", "problem_code")
SELECT "id", "step", 1, "problem_code" FROM "deliveries"
WHERE "problem_code" IS NOT NULL AND "problem_code" NOT LIKE 'cancel%' AND "step" <> 'done';
--> statement-breakpoint
INSERT INTO "operations" ("delivery_id", "kind", "next_attempt_at")
SELECT "id", 'discard', now() - interval '1 hour' FROM "deliveries" WHERE "problem_code" = 'cancelling';
--> statement-breakpoint
INSERT INTO "operations" ("delivery_id", "kind", "next_attempt_at")
SELECT "id", 'confirm', now() - interval '1 hour' FROM "deliveries"
WHERE "step" = 'done' AND "publish_at" > now() - interval '2 days' AND "public_at" IS NULL;
--> statement-breakpoint
INSERT INTO "operations"
  ("delivery_id", "kind", "revision", "done_revision", "done_at", "attempt", "problem_code", "next_attempt_at")
SELECT "delivery_id", 'details', "revision", "sent_revision", "sent_at", "attempt", "problem_code",
  CASE WHEN "revision" > "sent_revision" AND ("problem_code" IS NULL OR "retry_at" IS NOT NULL)
    THEN now() - interval '1 hour' END
FROM "delivery_changes";
--> statement-breakpoint
INSERT INTO "operations" ("delivery_id", "kind", "key", "done_revision", "attempt", "problem_code", "next_attempt_at")
SELECT d."id", wanted."kind", wanted."key", CASE WHEN s."video_id" IS NOT NULL AND s."problem_code" IS NULL THEN 1 ELSE 0 END,
  CASE WHEN s."problem_code" IS NULL THEN 0 ELSE 1 END, s."problem_code",
  CASE WHEN s."video_id" IS NULL OR s."problem_code" IS NOT NULL THEN now() - interval '1 hour' END
FROM "deliveries" d
JOIN (
  SELECT "task_id", 'caption' AS "kind", "id"::text AS "key", NULL::uuid AS "destination_id" FROM "captions"
  UNION ALL
  SELECT "task_id", 'playlist', "playlist_id", "destination_id" FROM "playlist_entries"
) wanted ON wanted."task_id" = d."task_id" AND coalesce(wanted."destination_id", d."destination_id") = d."destination_id"
LEFT JOIN "sent_additions" s
  ON s."task_id" = d."task_id" AND s."addition_id" = wanted."key" AND s."video_id" = d."platform_video_id"
WHERE d."platform_video_id" IS NOT NULL;
--> statement-breakpoint
UPDATE "deliveries" d SET "thumbnail_file_id" = t."thumbnail_file_id"
FROM "tasks" t WHERE t."id" = d."task_id" AND d."step" IN ('publish', 'processing', 'done');
--> statement-breakpoint
UPDATE "deliveries" d SET "thumbnail_file_id" = c."thumbnail_file_id"
FROM "delivery_changes" c WHERE c."delivery_id" = d."id";
--> statement-breakpoint
ALTER TABLE "delivery_changes" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "sent_additions" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP TABLE "delivery_changes" CASCADE;
--> statement-breakpoint
DROP TABLE "sent_additions" CASCADE;
--> statement-breakpoint
DROP INDEX "deliveries_in_progress";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "attempt";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "retry_code";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "retry_at";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "check_at";
