CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" bigint,
	"account_id" bigint,
	"owner" text,
	"bytes" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	"sender" text,
	"sender_waits" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "videos_one_upload";--> statement-breakpoint
DROP INDEX "videos_of_account";--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_people_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_one_per_file" ON "uploads" USING btree ("person_id","kind","owner","fingerprint","bytes");--> statement-breakpoint
CREATE INDEX "uploads_of_account" ON "uploads" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "videos_of_account" ON "videos" USING btree ("account_id") WHERE "videos"."stored_bytes" > 0;--> statement-breakpoint
INSERT INTO "uploads" ("id", "kind", "person_id", "account_id", "owner", "bytes", "fingerprint", "received", "writer", "writer_until", "sender", "sender_waits", "created_at")
	SELECT "id", 'video', "person_id", "account_id", 'task:' || "task_id", "bytes", "fingerprint", "received", "writer", "writer_until", "sender", "sender_waits", "created_at"
	FROM "videos" WHERE "state" = 'receiving';--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "fingerprint";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "received";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "writer";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "writer_until";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "sender";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "sender_waits";