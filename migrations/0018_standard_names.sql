UPDATE "notifications" SET "kind" = CASE "kind"
  WHEN 'refused' THEN 'file_rejected'
  WHEN 'upload_given_up' THEN 'upload_expired'
  ELSE 'window_ended'
END
WHERE "kind" IN ('refused', 'upload_given_up', 'window_over');--> statement-breakpoint
-- Jobs in the renamed queues run under their new names. A new database has no queues yet.
DO $$
DECLARE
  renamed record;
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  FOR renamed IN
    SELECT * FROM (VALUES
      ('accounts.sweep', 'sign-in.sweep'),
      ('accounts.mail-code', 'sign-in.code-email'),
      ('accounts.mail-change', 'sign-in.security-email')
    ) AS names (old, new)
  LOOP
    INSERT INTO pgboss.queue
    SELECT (jsonb_populate_record(queue, jsonb_build_object('name', renamed.new))).*
    FROM pgboss.queue WHERE name = renamed.old
    ON CONFLICT DO NOTHING;
    UPDATE pgboss.job SET name = renamed.new WHERE name = renamed.old;
    -- Its schedule goes with it; the workers create the new one when they start.
    DELETE FROM pgboss.queue WHERE name = renamed.old;
  END LOOP;
END $$;
