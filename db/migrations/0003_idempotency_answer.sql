ALTER TABLE "backoffice"."idempotency_keys" ALTER COLUMN "body" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "key_platform_tech" text;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "mobile_device_id" text;--> statement-breakpoint
ALTER TABLE "backoffice"."idempotency_keys" ADD COLUMN "etag" text;