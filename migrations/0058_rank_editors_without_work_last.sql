DROP INDEX "people_top_editors";--> statement-breakpoint
ALTER TABLE "people" DROP COLUMN "rank_score";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "rank_score" double precision GENERATED ALWAYS AS (case when tasks_completed = 0 and rating_count = 0 then 0 else (rating_sum + 17.5) / (rating_count + 5) end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "people_top_editors" ON "people" USING btree ("rank_score","tasks_completed","id") WHERE "people"."role" = 'EDITOR' and "people"."deleted_at" is null;