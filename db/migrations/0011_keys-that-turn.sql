ALTER TABLE "backoffice"."sessions" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "backoffice"."recovery_codes" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "backoffice"."second_factors" ADD COLUMN "sealed" text;