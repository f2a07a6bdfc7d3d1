CREATE TABLE "name_words" (
	"typo_key" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "name_words_typo_key_word_pk" PRIMARY KEY("typo_key","word")
);
--> statement-breakpoint
DROP INDEX "people_name_prefix";--> statement-breakpoint
DROP INDEX "people_name_trigram";--> statement-breakpoint
DROP INDEX "people_top_editors";--> statement-breakpoint
DROP INDEX "people_top_creators";--> statement-breakpoint
CREATE INDEX "people_name_first" ON "people" USING btree (translate("name_key", '._-', '   ') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_second" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_third" ON "people" USING btree (substring(translate("name_key", '._-', '   ') from '^[^ ]* +[^ ]* +(.*)$') text_pattern_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_name_trigram" ON "people" USING gin ("name_key" gin_trgm_ops) WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_top_editors" ON "people" USING btree ("standing","tasks_completed","id") WHERE "people"."role" = 'EDITOR' and "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_top_creators" ON "people" USING btree ("videos_uploaded","id") WHERE "people"."role" = 'YOUTUBER' and "people"."deleted_at" is null;--> statement-breakpoint
INSERT INTO "name_words" ("typo_key", "word")
SELECT DISTINCT left("head", "letter" - 1) || substr("head", "letter" + 1), "word"
FROM
  (SELECT DISTINCT unnest((string_to_array(translate("name_key", '._-', '   '), ' '))[1:3]) AS "word" FROM "people") AS "named",
  unnest(ARRAY[left("word", 5), left("word", 8)]) AS "head",
  generate_series(1, length("head") + 1) AS "letter"
WHERE length("word") >= 4;
