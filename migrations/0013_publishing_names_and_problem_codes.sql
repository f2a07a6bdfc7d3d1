ALTER TABLE "consents" RENAME TO "authorizations";--> statement-breakpoint
ALTER TABLE "authorizations" RENAME COLUMN "sealed_code_verifier" TO "encrypted_code_verifier";--> statement-breakpoint
ALTER TABLE "authorizations" RENAME CONSTRAINT "consents_person_id_people_id_fk" TO "authorizations_person_id_people_id_fk";--> statement-breakpoint
ALTER INDEX "consents_pkey" RENAME TO "authorizations_pkey";--> statement-breakpoint
ALTER INDEX "consents_expires" RENAME TO "authorizations_expires";--> statement-breakpoint
ALTER TABLE "channels" RENAME COLUMN "sealed_refresh_token" TO "encrypted_refresh_token";--> statement-breakpoint
ALTER TABLE "channels" RENAME COLUMN "sealed_access_token" TO "encrypted_access_token";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "sealed_session_uri" TO "encrypted_session_uri";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "last_piece_at" TO "last_chunk_at";--> statement-breakpoint
-- Failures are stored as codes from here on. Temporary errors were stored with the code of the last attempt.
UPDATE "deliveries" SET "problem_code" = CASE
  WHEN "problem_code" IS NULL THEN 'unexpected'
  WHEN "problem_code" = 'access_expired' THEN 'reconnect_needed'
  WHEN "problem_code" = 'in_doubt' AND "problem" LIKE '%several videos%' THEN 'in_doubt_several'
  WHEN "problem_code" IN (
    'unreachable', 'unavailable', 'rate_limited', 'stalled', 'outcome_unknown', 'session_gone', 'range_refused',
    'source_unreadable', 'hash_missing', 'no_progress', 'moved_on'
  ) THEN 'attempts_exhausted'
  ELSE "problem_code"
END
WHERE "problem" IS NOT NULL;--> statement-breakpoint
UPDATE "deliveries" SET "problem_code" = NULL WHERE "problem" IS NULL;--> statement-breakpoint
DROP INDEX "deliveries_under_way";--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "problem";--> statement-breakpoint
CREATE INDEX "deliveries_in_progress" ON "deliveries" USING btree ("task_id") WHERE "deliveries"."problem_code" is null and "deliveries"."step" <> 'done';
