CREATE TABLE "backoffice"."login_attempts" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"resets_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "login_attempts_last_at" ON "backoffice"."login_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "rate_limits_resets_at" ON "backoffice"."rate_limits" USING btree ("resets_at");--> statement-breakpoint
ALTER TABLE "backoffice"."users" DROP COLUMN "failed_logins";--> statement-breakpoint
ALTER TABLE "backoffice"."users" DROP COLUMN "last_failed_login_at";--> statement-breakpoint
ALTER TABLE "backoffice"."api_keys" ADD CONSTRAINT "api_keys_prefix" UNIQUE("prefix");