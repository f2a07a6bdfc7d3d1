ALTER TABLE "videos" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "sender_waits" boolean DEFAULT false NOT NULL;