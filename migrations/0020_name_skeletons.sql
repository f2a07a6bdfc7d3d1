ALTER TABLE "people" ADD COLUMN "name_skeletons" text[];--> statement-breakpoint
CREATE INDEX "people_name_skeletons" ON "people" USING gin ("name_skeletons");--> statement-breakpoint
CREATE INDEX "people_without_skeletons" ON "people" USING btree ("id") WHERE "people"."name_skeletons" is null;