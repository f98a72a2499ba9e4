CREATE TABLE "backoffice"."invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_company_id" uuid,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_pair" UNIQUE NULLS NOT DISTINCT("user_id","user_company_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backoffice"."api_keys" DROP CONSTRAINT "api_keys_name";--> statement-breakpoint
ALTER TABLE "backoffice"."api_keys" ADD COLUMN "successor_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."invitations" ADD CONSTRAINT "invitations_user_company_id_user_companies_id_fk" FOREIGN KEY ("user_company_id") REFERENCES "backoffice"."user_companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_expires_at" ON "backoffice"."invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "backoffice"."recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_name" ON "backoffice"."api_keys" USING btree ("name") WHERE successor_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_successor" ON "backoffice"."api_keys" USING btree ("successor_id") WHERE successor_id is not null;