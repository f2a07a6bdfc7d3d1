DROP INDEX "people_top_editors";--> statement-breakpoint
DROP INDEX "people_top_creators";--> statement-breakpoint
CREATE INDEX "people_top_editors" ON "people" USING btree ("rank_score","tasks_completed","complete","id" DESC NULLS FIRST) WHERE "people"."role" = 'EDITOR' and "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_top_creators" ON "people" USING btree ("videos_uploaded","complete","id" DESC NULLS FIRST) WHERE "people"."role" = 'YOUTUBER' and "people"."deleted_at" is null;