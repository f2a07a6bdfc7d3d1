UPDATE "messages" SET "event" = 'in_review' WHERE "event" = 'uploaded';
