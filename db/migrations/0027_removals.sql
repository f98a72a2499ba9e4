CREATE TABLE "platform"."removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"company_id" uuid,
	"title" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"by_id" uuid,
	"until" timestamp(3) with time zone NOT NULL,
	"restored_at" timestamp(3) with time zone,
	CONSTRAINT "removals_object" UNIQUE("kind","object_id")
);
--> statement-breakpoint
CREATE INDEX "removals_at" ON "platform"."removals" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "removals_company_at" ON "platform"."removals" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "removals_until" ON "platform"."removals" USING btree ("until");--> statement-breakpoint
CREATE INDEX "removals_title_search" ON "platform"."removals" USING gin (platform.fold("title") gin_trgm_ops);--> statement-breakpoint
-- What was removed before can be brought back from its list too, for as long as what is removed now.
INSERT INTO "platform"."removals" ("id", "kind", "object_id", "company_id", "title", "at", "by", "by_id", "until")
SELECT DISTINCT ON ("object_type", "object_id") "id", "object_type", "object_id", "company_id", coalesce("object_label", ''),
  "at", "actor_label", "actor_id",
  now() + CASE WHEN "object_type" IN ('company-partner-referent', 'contact-log') THEN interval '7 days' ELSE interval '90 days' END
FROM "platform"."audit_log" AS r
WHERE "action" = 'remove' AND "snapshot" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "platform"."audit_log" AS back WHERE back."object_type" = r."object_type"
    AND back."object_id" = r."object_id" AND back."action" IN ('restore', 'undo-merge') AND back."at" >= r."at")
ORDER BY "object_type", "object_id", "at" DESC;
