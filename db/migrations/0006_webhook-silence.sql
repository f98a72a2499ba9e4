ALTER TABLE "backoffice"."webhooks" ADD COLUMN "timeouts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."webhooks" ADD COLUMN "paused_until" timestamp(3) with time zone;