ALTER TABLE "versions" ADD COLUMN "window_seconds_left" integer;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "extension_requested_at" timestamp with time zone;--> statement-breakpoint
-- Scheduled warnings name the end that they warn of. A new database has no jobs yet.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.job
  SET data = job.data - 'secondsLeft' || jsonb_build_object('endsAt', versions.review_ends_at)
  FROM "versions"
  WHERE job.name = 'review.warn-of-window'
    AND versions.task_id = (job.data ->> 'taskId')::bigint
    AND versions.number = (job.data ->> 'version')::integer
    AND versions.review_ends_at IS NOT NULL;
  DELETE FROM pgboss.job WHERE name = 'review.warn-of-window' AND NOT data ? 'endsAt';
END $$;
