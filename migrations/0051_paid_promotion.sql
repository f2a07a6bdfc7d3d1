ALTER TABLE "publish_details" ADD COLUMN "paid_promotion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "detail_presets" SET "details" = jsonb_set("details", '{options,paidPromotion}', 'false');
