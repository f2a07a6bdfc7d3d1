CREATE TABLE "notification_settings" (
	"person_id" bigint PRIMARY KEY NOT NULL,
	"email" boolean DEFAULT true NOT NULL,
	"email_frequency" text DEFAULT 'immediately' NOT NULL,
	"email_off" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "email_frequency" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_without_digest" ON "notifications" USING btree ("person_id") WHERE "notifications"."email_frequency" = 'hourly' and "notifications"."digest_at" is null;