DROP INDEX "tasks_of_creator";--> statement-breakpoint
DROP INDEX "tasks_of_editor";--> statement-breakpoint
DROP INDEX "tasks_open_of_creator";--> statement-breakpoint
DROP INDEX "tasks_open_of_editor";--> statement-breakpoint
CREATE INDEX "tasks_of_creator" ON "tasks" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "tasks_of_editor" ON "tasks" USING btree ("editor_id","id");--> statement-breakpoint
CREATE INDEX "tasks_open_of_creator" ON "tasks" USING btree ("creator_id","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_open_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" not in ('published', 'cancelled');