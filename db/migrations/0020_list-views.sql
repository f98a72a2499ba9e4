CREATE TABLE "platform"."list_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"share" text DEFAULT 'mine' NOT NULL,
	"owner_id" uuid NOT NULL,
	"role_id" uuid,
	"company_id" uuid,
	"query" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."person_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "person_settings_one" UNIQUE NULLS NOT DISTINCT("user_id","company_id","key")
);
--> statement-breakpoint
CREATE INDEX "list_views_list" ON "platform"."list_views" USING btree ("list","company_id");--> statement-breakpoint
CREATE INDEX "list_views_owner" ON "platform"."list_views" USING btree ("owner_id");