CREATE TABLE "delivery_changes" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"sent_revision" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"thumbnail_file_id" uuid,
	"attempt" integer DEFAULT 0 NOT NULL,
	"problem_code" text,
	"retry_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "delivery_changes" ADD CONSTRAINT "delivery_changes_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;