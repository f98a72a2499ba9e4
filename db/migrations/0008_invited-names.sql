ALTER TABLE "backoffice"."company_links" ADD COLUMN "register_number" text;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD COLUMN "invited_first_name" text;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD COLUMN "invited_last_name" text;--> statement-breakpoint
ALTER TABLE "backoffice"."user_companies" ADD COLUMN "invited_phone_number" text;