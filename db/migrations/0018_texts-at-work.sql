CREATE TABLE "backoffice"."desk_assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"text_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"assignee_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "desk_assignments_one" UNIQUE("resource","text_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."desk_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "desk_checks_resource" UNIQUE("resource")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."desk_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"text_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"content" text NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."desk_findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"resource" text NOT NULL,
	"text_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"finding" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "desk_findings_one" UNIQUE("resource","text_id","language_id","finding")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."glossary_term_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"language_id" uuid NOT NULL,
	"translation" text NOT NULL,
	"outdated_from" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "glossary_term_translations_language" UNIQUE("parent_id","language_id")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."glossary_terms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term" text NOT NULL,
	"note" text,
	"is_kept" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "glossary_terms_term" UNIQUE("term")
);
--> statement-breakpoint
ALTER TABLE "backoffice"."desk_assignments" ADD CONSTRAINT "desk_assignments_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."desk_assignments" ADD CONSTRAINT "desk_assignments_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."desk_comments" ADD CONSTRAINT "desk_comments_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."desk_comments" ADD CONSTRAINT "desk_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."desk_findings" ADD CONSTRAINT "desk_findings_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."glossary_term_translations" ADD CONSTRAINT "glossary_term_translations_parent_id_glossary_terms_id_fk" FOREIGN KEY ("parent_id") REFERENCES "backoffice"."glossary_terms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."glossary_term_translations" ADD CONSTRAINT "glossary_term_translations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_assignments_language" ON "backoffice"."desk_assignments" USING btree ("language_id");--> statement-breakpoint
CREATE INDEX "desk_assignments_assignee" ON "backoffice"."desk_assignments" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "desk_comments_text" ON "backoffice"."desk_comments" USING btree ("resource","text_id","language_id","id");--> statement-breakpoint
CREATE INDEX "desk_comments_language" ON "backoffice"."desk_comments" USING btree ("language_id");--> statement-breakpoint
CREATE INDEX "desk_comments_author" ON "backoffice"."desk_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "desk_findings_language" ON "backoffice"."desk_findings" USING btree ("language_id","resource","text_id");--> statement-breakpoint
CREATE INDEX "glossary_term_translations_outdated" ON "backoffice"."glossary_term_translations" USING btree ("language_id","parent_id") WHERE outdated_from is not null;--> statement-breakpoint
CREATE INDEX "glossary_terms_created_at" ON "backoffice"."glossary_terms" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "glossary_terms_term_sort" ON "backoffice"."glossary_terms" USING btree ("term" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "glossary_terms_term_search" ON "backoffice"."glossary_terms" USING gin (platform.fold("term") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "glossary_terms_note_search" ON "backoffice"."glossary_terms" USING gin (platform.fold("note") gin_trgm_ops);--> statement-breakpoint
-- As the end of 0001 for the tables that were there.
CREATE TRIGGER mark_outdated AFTER UPDATE ON "backoffice"."glossary_term_translations"
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.mark_outdated();--> statement-breakpoint
CREATE TRIGGER count_new_texts AFTER INSERT ON "backoffice"."glossary_term_translations"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('language_id');--> statement-breakpoint
CREATE TRIGGER count_gone_texts AFTER DELETE ON "backoffice"."glossary_term_translations"
	REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('language_id');--> statement-breakpoint
CREATE TRIGGER count_no_texts AFTER TRUNCATE ON "backoffice"."glossary_term_translations"
	FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('language_id');--> statement-breakpoint
CREATE TRIGGER count_new_texts AFTER INSERT ON "backoffice"."glossary_terms"
	REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('NULL::uuid');--> statement-breakpoint
CREATE TRIGGER count_gone_texts AFTER DELETE ON "backoffice"."glossary_terms"
	REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('NULL::uuid');--> statement-breakpoint
CREATE TRIGGER count_no_texts AFTER TRUNCATE ON "backoffice"."glossary_terms"
	FOR EACH STATEMENT EXECUTE FUNCTION backoffice.count_texts('NULL::uuid');
