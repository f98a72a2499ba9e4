-- As `phoneKeyOf` in server/kit/value/phone.rules.ts says it. `or replace`, for who builds the second index beforehand.
CREATE OR REPLACE FUNCTION "platform"."phone_key"(number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN pg_catalog.ltrim(pg_catalog.regexp_replace(pg_catalog.replace(number, '(0)', ''), '[^0-9]', '', 'g'), '0');--> statement-breakpoint
CREATE INDEX "companies_phone_search" ON "backoffice"."companies" USING gin (platform.phone_key("phone_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_phone_search" ON "backoffice"."users" USING gin (platform.phone_key("phone_number") gin_trgm_ops);
