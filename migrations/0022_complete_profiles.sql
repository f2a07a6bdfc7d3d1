DROP INDEX "people_name_first";--> statement-breakpoint
DROP INDEX "people_name_second";--> statement-breakpoint
DROP INDEX "people_name_third";--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "complete" boolean GENERATED ALWAYS AS (bio is not null or picture_file_id is not null or videos_uploaded > 0 or tasks_completed > 0) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "people_complete_first" ON "people" USING btree (translate("name_key", '._-', '   ') text_pattern_ops) WHERE "people"."deleted_at" is null and "people"."complete";--> statement-breakpoint
CREATE INDEX "people_complete_second" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null and "people"."complete";--> statement-breakpoint
CREATE INDEX "people_complete_third" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null and "people"."complete";--> statement-breakpoint
CREATE INDEX "people_empty_first" ON "people" USING btree (translate("name_key", '._-', '   ') text_pattern_ops) WHERE "people"."deleted_at" is null and not "people"."complete";--> statement-breakpoint
CREATE INDEX "people_empty_second" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null and not "people"."complete";--> statement-breakpoint
CREATE INDEX "people_empty_third" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null and not "people"."complete";--> statement-breakpoint
CREATE INDEX "people_suggested" ON "people" USING btree ("complete","id") WHERE "people"."deleted_at" is null;