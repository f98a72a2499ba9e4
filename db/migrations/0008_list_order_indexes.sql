DROP INDEX "backoffice"."countries_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."labels_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."firmware_versions_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."model_pers_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."pers_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."api_keys_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."roles_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."users_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."languages_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."audit_log_at";--> statement-breakpoint
DROP INDEX "backoffice"."mail_log_created_at";--> statement-breakpoint
DROP INDEX "backoffice"."routine_log_started_at";--> statement-breakpoint
DROP INDEX "backoffice"."routine_log_created_at";--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_versions" ADD COLUMN "firmware_version_sort" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(regexp_replace(split_part(firmware_version, '+', 1), '-', ' ') || case when strpos(split_part(firmware_version, '+', 1), '-') = 0 then '!' else '' end, '(\d+)', '0000000000\1', 'g'), '\d*(\d{10})', '\1', 'g')) STORED;--> statement-breakpoint
CREATE INDEX "countries_created_at" ON "backoffice"."countries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "labels_created_at" ON "backoffice"."labels" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "firmware_versions_created_at" ON "backoffice"."firmware_versions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "model_pers_created_at" ON "backoffice"."model_pers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pers_created_at" ON "backoffice"."pers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_created_at" ON "backoffice"."api_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "roles_created_at" ON "backoffice"."roles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "backoffice"."users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "languages_created_at" ON "backoffice"."languages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "backoffice"."audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "mail_log_created_at" ON "backoffice"."mail_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "routine_log_started_at" ON "backoffice"."routine_log" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "routine_log_created_at" ON "backoffice"."routine_log" USING btree ("created_at","id");