ALTER TABLE "deliveries" ADD COLUMN "confirmed_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "retry_code" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "processing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "processed_percent" integer;--> statement-breakpoint
UPDATE "deliveries" SET "confirmed_bytes" = "sent_bytes";
