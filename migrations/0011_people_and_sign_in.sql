ALTER TABLE "people" RENAME COLUMN "standing" TO "rank_score";--> statement-breakpoint
ALTER TABLE "former_names" RENAME COLUMN "given_up_at" TO "released_at";--> statement-breakpoint
ALTER TABLE "one_time_codes" RENAME COLUMN "wrong_tries" TO "failed_attempts";--> statement-breakpoint
ALTER TABLE "throttles" RENAME TO "rate_limits";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME COLUMN "until" TO "resets_at";--> statement-breakpoint
ALTER INDEX "throttles_pkey" RENAME TO "rate_limits_pkey";--> statement-breakpoint
ALTER INDEX "throttles_until" RENAME TO "rate_limits_resets";--> statement-breakpoint
ALTER TABLE "tickets" RENAME TO "sign_in_flows";--> statement-breakpoint
ALTER TABLE "sign_in_flows" RENAME COLUMN "sealed_data" TO "encrypted_data";--> statement-breakpoint
ALTER INDEX "tickets_pkey" RENAME TO "sign_in_flows_pkey";--> statement-breakpoint
ALTER INDEX "tickets_expires" RENAME TO "sign_in_flows_expires";
