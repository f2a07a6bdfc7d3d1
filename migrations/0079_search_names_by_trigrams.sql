ALTER TABLE "name_words" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "name_words" CASCADE;--> statement-breakpoint
DROP INDEX "people_complete_first";--> statement-breakpoint
DROP INDEX "people_complete_second";--> statement-breakpoint
DROP INDEX "people_complete_third";--> statement-breakpoint
DROP INDEX "people_empty_first";--> statement-breakpoint
DROP INDEX "people_empty_second";--> statement-breakpoint
DROP INDEX "people_empty_third";--> statement-breakpoint
DROP INDEX "people_without_skeletons";