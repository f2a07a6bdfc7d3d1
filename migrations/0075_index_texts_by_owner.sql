CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
DROP INDEX "messages_text";--> statement-breakpoint
CREATE INDEX "messages_text_of_conversation" ON "messages" USING gin ("conversation_id","text" gin_trgm_ops) WHERE "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_text" ON "tasks" USING gin ("creator_id","editor_id",("task_title" || E'\n' || "title" || E'\n' || "work_description") gin_trgm_ops);