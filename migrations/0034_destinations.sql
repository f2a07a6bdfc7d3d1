-- Channels become destinations, of which a creator may have several; a task has a delivery for each of its destinations.
ALTER TABLE "channels" RENAME TO "destinations";--> statement-breakpoint
ALTER TABLE "destinations" RENAME COLUMN "channel_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "destinations" DROP CONSTRAINT "channels_pkey";--> statement-breakpoint
ALTER TABLE "destinations" RENAME CONSTRAINT "channels_person_id_people_id_fk" TO "destinations_person_id_people_id_fk";--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "kind" text NOT NULL DEFAULT 'youtube';--> statement-breakpoint
ALTER TABLE "destinations" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "encrypted_settings" text;--> statement-breakpoint
ALTER TABLE "destinations" ALTER COLUMN "encrypted_refresh_token" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "destinations" ALTER COLUMN "encrypted_access_token" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "destinations" ALTER COLUMN "access_expires_at" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "destinations_of_person" ON "destinations" USING btree ("person_id","kind","account_id") WHERE "destinations"."account_id" <> '';--> statement-breakpoint
CREATE TABLE "task_destinations" (
	"task_id" bigint NOT NULL,
	"destination_id" uuid NOT NULL,
	CONSTRAINT "task_destinations_task_id_destination_id_pk" PRIMARY KEY("task_id","destination_id")
);
--> statement-breakpoint
ALTER TABLE "task_destinations" ADD CONSTRAINT "task_destinations_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_destinations" ADD CONSTRAINT "task_destinations_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pkey";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "kind" text NOT NULL DEFAULT 'youtube';--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- A delivery belongs to the connected channel if it was agreed for it. One without a video at the platform went on with
-- whatever channel was connected.
UPDATE "deliveries" SET "destination_id" = "destinations"."id" FROM "destinations"
WHERE "destinations"."person_id" = "deliveries"."person_id"
	AND ("deliveries"."consent" -> 'channel' ->> 'id' = "destinations"."account_id"
		OR ("deliveries"."step" <> 'done' AND "deliveries"."platform_video_id" IS NULL));--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_task" ON "deliveries" USING btree ("task_id","destination_id");--> statement-breakpoint
DROP INDEX "deliveries_in_progress";--> statement-breakpoint
CREATE INDEX "deliveries_in_progress" ON "deliveries" USING btree ("id") WHERE "deliveries"."problem_code" is null and "deliveries"."step" <> 'done';
