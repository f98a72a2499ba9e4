-- A company's history, newest first. `IF NOT EXISTS`, for who builds the index beforehand.
CREATE INDEX IF NOT EXISTS "audit_log_company_at" ON "platform"."audit_log" USING btree ("company_id","at","id") WHERE company_id is not null;--> statement-breakpoint
DROP INDEX "platform"."audit_log_company";
