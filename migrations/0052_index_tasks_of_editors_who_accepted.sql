DROP INDEX "tasks_open_of_editor";--> statement-breakpoint
DROP INDEX "tasks_completed_of_editor";--> statement-breakpoint
DROP INDEX "tasks_due_of_editor";--> statement-breakpoint
CREATE INDEX "tasks_open_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" not in ('published', 'cancelled') and "tasks"."declined_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_completed_of_editor" ON "tasks" USING btree ("editor_id","id") WHERE "tasks"."stage" in ('published') and "tasks"."declined_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_due_of_editor" ON "tasks" USING btree ("editor_id","deadline","id") WHERE "tasks"."stage" not in ('published', 'cancelled') and "tasks"."declined_at" is null;