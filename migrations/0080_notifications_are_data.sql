ALTER TABLE "notifications" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "data" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "ended_by" text;--> statement-breakpoint
-- Their sentences contain moments in the time zone of their recipient, so they are kept instead of parsed. The text that a
-- notification has once it has ended begins with the title of its subject.
UPDATE "notifications" SET
	"version" = coalesce(
		substring("path" from '[?&]version=(\d{1,9})(?!\d)')::integer,
		CASE WHEN "kind" IN ('ready_to_review', 'window_closing', 'extension_requested')
			THEN substring("description" from '^Version (\d{1,9}) ')::integer END),
	"data" = jsonb_strip_nulls(jsonb_build_object(
		'before', jsonb_build_object('title', "title", 'description', "description", 'path', "path"),
		'title', substring("title" from ': (.*)$'),
		'commentId', substring("path" from '[?&]comment=([0-9a-f-]{36})')));--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "data" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "title";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "description";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "path";
