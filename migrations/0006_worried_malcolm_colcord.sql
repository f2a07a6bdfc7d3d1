DROP INDEX "versions_window";--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "window_seconds" integer;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "extended_at" timestamp with time zone;