ALTER TABLE "quota_use" DROP CONSTRAINT "quota_use_day_person_id_pk";--> statement-breakpoint
ALTER TABLE "quota_use" ADD COLUMN "bucket" text;--> statement-breakpoint
ALTER TABLE "quota_use" ADD COLUMN "used" integer;--> statement-breakpoint
INSERT INTO "quota_use" ("day", "person_id", "bucket", "used")
  SELECT "day", "person_id", moved.bucket, moved.used
    FROM "quota_use", LATERAL (VALUES ('uploads', "uploads"), ('publishing', "publishing"), ('other', "other")) AS moved (bucket, used)
    WHERE moved.used > 0
  UNION ALL
  SELECT "day", "person_id", moved.bucket, moved.used
    FROM "figure_calls", LATERAL (VALUES ('counts', "counts"), ('reports', "reports")) AS moved (bucket, used)
    WHERE moved.used > 0;--> statement-breakpoint
DELETE FROM "quota_use" WHERE "bucket" IS NULL;--> statement-breakpoint
ALTER TABLE "quota_use" ALTER COLUMN "bucket" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "quota_use" ALTER COLUMN "used" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "quota_use" ADD CONSTRAINT "quota_use_day_person_id_bucket_pk" PRIMARY KEY("day","person_id","bucket");--> statement-breakpoint
ALTER TABLE "quota_use" DROP COLUMN "publishing";--> statement-breakpoint
ALTER TABLE "quota_use" DROP COLUMN "other";--> statement-breakpoint
ALTER TABLE "quota_use" DROP COLUMN "uploads";--> statement-breakpoint
DROP TABLE "figure_calls";
