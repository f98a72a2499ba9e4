CREATE TABLE "platform"."bulk_change_parts" (
	"bulk_change_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"part" integer NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "bulk_change_parts_bulk_change_id_kind_part_pk" PRIMARY KEY("bulk_change_id","kind","part")
);
--> statement-breakpoint
CREATE TABLE "platform"."bulk_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"company_id" uuid,
	"owner" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"acting_id" uuid,
	"actor_label" text NOT NULL,
	"door" text NOT NULL,
	"action" text,
	"set" jsonb NOT NULL,
	"status" text NOT NULL,
	"planned" integer NOT NULL,
	"same" integer NOT NULL,
	"refused_count" integer NOT NULL,
	"refused" jsonb NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"left_count" integer DEFAULT 0 NOT NULL,
	"left" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"planned_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	"undone_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "platform"."bulk_change_parts" ADD CONSTRAINT "bulk_change_parts_bulk_change_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_change_id") REFERENCES "platform"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bulk_changes_created_at" ON "platform"."bulk_changes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "bulk_changes_status" ON "platform"."bulk_changes" USING btree ("status","planned_at");