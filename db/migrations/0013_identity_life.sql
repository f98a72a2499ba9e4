CREATE SCHEMA "notification";
--> statement-breakpoint
CREATE TABLE "backoffice"."user_codes" (
	"email_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "user_codes_email_hash_purpose_pk" PRIMARY KEY("email_hash","purpose")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."user_optins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"platform_tech_key" text NOT NULL,
	"language_id" uuid,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"push_notifications" boolean DEFAULT true NOT NULL,
	"weekly_report" boolean DEFAULT false NOT NULL,
	"distance_unit" text DEFAULT 'km' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "user_optins_pair" UNIQUE("user_id","platform_tech_key")
);
--> statement-breakpoint
CREATE TABLE "notification"."devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"key_platform_tech" text NOT NULL,
	"mobile_device_id" text NOT NULL,
	"token" text NOT NULL,
	"os" integer NOT NULL,
	"language_id" uuid,
	"app_version" text,
	"model" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "devices_token" UNIQUE("token"),
	CONSTRAINT "devices_of_person" UNIQUE("email","key_platform_tech","mobile_device_id"),
	CONSTRAINT "devices_os" CHECK (os in (1, 2, 3))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."sheet_activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object_id" uuid NOT NULL,
	"model_type" text NOT NULL,
	"content" text NOT NULL,
	"author_id" uuid NOT NULL,
	"is_pro_center_member" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "act_user_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "user_company_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "backoffice"."user_optins" ADD CONSTRAINT "user_optins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."user_optins" ADD CONSTRAINT "user_optins_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."sheet_activities" ADD CONSTRAINT "sheet_activities_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_codes_expires_at" ON "backoffice"."user_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "devices_created_at" ON "notification"."devices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sheet_activities_object" ON "backoffice"."sheet_activities" USING btree ("object_id","created_at","id");--> statement-breakpoint
ALTER TABLE "backoffice"."sessions" ADD CONSTRAINT "sessions_act_user_id_users_id_fk" FOREIGN KEY ("act_user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_act_user" ON "backoffice"."sessions" USING btree ("act_user_id") WHERE act_user_id is not null;--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "backoffice"."sessions" USING btree ("parent_id") WHERE parent_id is not null;