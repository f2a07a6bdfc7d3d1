ALTER TABLE "tasks" ADD COLUMN "reminded_of" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "tasks_completed_of_creator" ON "tasks" USING btree ("creator_id","id") WHERE "tasks"."stage" in ('published');--> statement-breakpoint
CREATE INDEX "tasks_completed_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" in ('published');--> statement-breakpoint
CREATE INDEX "tasks_due_of_creator" ON "tasks" USING btree ("creator_id","deadline","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_due_of_editor" ON "tasks" USING btree ("editor_id","deadline","id") WHERE "tasks"."stage" not in ('published', 'cancelled');--> statement-breakpoint
CREATE INDEX "tasks_waiting" ON "tasks" USING btree ("deadline") WHERE "tasks"."stage" in ('assigned', 'changes_requested');