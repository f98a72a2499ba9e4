CREATE TABLE "backoffice"."company_entry_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"partner_invitation_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_merge_parts" (
	"merge_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "company_merge_parts_merge_id_part_pk" PRIMARY KEY("merge_id","part")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."company_merges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_company_id" uuid NOT NULL,
	"into_company_id" uuid NOT NULL,
	"counts" jsonb NOT NULL,
	"undo_until" timestamp(3) with time zone NOT NULL,
	"undone_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backoffice"."partner_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_link_id" uuid NOT NULL,
	"inviter_id" uuid,
	"email" text NOT NULL,
	"language_id" uuid,
	"reason" text,
	"token_hash" text,
	"mail_id" uuid,
	"expires_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"opened_at" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	"user_id" uuid,
	"reminders_count" integer DEFAULT 0 NOT NULL,
	"last_reminded_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_invitations_link" UNIQUE("company_link_id"),
	CONSTRAINT "partner_invitations_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "backoffice"."prepared_handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_link_id" uuid NOT NULL,
	"vehicle_id" uuid,
	"pers_id" uuid,
	"vehicle_brand_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "prepared_handovers_once" UNIQUE NULLS NOT DISTINCT("company_link_id","vehicle_id","pers_id","vehicle_brand_id"),
	CONSTRAINT "prepared_handovers_one" CHECK (num_nonnulls(vehicle_id, pers_id, vehicle_brand_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "backoffice"."companies" DROP CONSTRAINT "companies_register_number";--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD COLUMN "is_verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD COLUMN "closed_as" text;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD COLUMN "register_key" text GENERATED ALWAYS AS (case when closed_as is null then upper(regexp_replace(normalize(register_number, NFKD),
  '[\u0009-\u000D\u0020\u1680\u2028\u2029.\u002D\u00AD\u0300-\u036F\u200B-\u2015\u2060\u2212\uFEFF]', '', 'g') collate "C") end) STORED;--> statement-breakpoint
ALTER TABLE "backoffice"."companies" ADD COLUMN "max_unaccepted" integer;--> statement-breakpoint
ALTER TABLE "backoffice"."company_links" ADD COLUMN "accepted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "backoffice"."company_links" ADD COLUMN "accepted_email" text;--> statement-breakpoint
ALTER TABLE "backoffice"."users" ADD COLUMN "type_before" text;--> statement-breakpoint
ALTER TABLE "backoffice"."company_entry_requests" ADD CONSTRAINT "company_entry_requests_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_entry_requests" ADD CONSTRAINT "company_entry_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_entry_requests" ADD CONSTRAINT "company_entry_requests_partner_invitation_id_partner_invitations_id_fk" FOREIGN KEY ("partner_invitation_id") REFERENCES "backoffice"."partner_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_entry_requests" ADD CONSTRAINT "company_entry_requests_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_merge_parts" ADD CONSTRAINT "company_merge_parts_merge_id_company_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "backoffice"."company_merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_merges" ADD CONSTRAINT "company_merges_from_company_id_companies_id_fk" FOREIGN KEY ("from_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."company_merges" ADD CONSTRAINT "company_merges_into_company_id_companies_id_fk" FOREIGN KEY ("into_company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."partner_invitations" ADD CONSTRAINT "partner_invitations_company_link_id_company_links_id_fk" FOREIGN KEY ("company_link_id") REFERENCES "backoffice"."company_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."partner_invitations" ADD CONSTRAINT "partner_invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."partner_invitations" ADD CONSTRAINT "partner_invitations_language_id_languages_id_fk" FOREIGN KEY ("language_id") REFERENCES "backoffice"."languages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."partner_invitations" ADD CONSTRAINT "partner_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "backoffice"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."prepared_handovers" ADD CONSTRAINT "prepared_handovers_company_link_id_company_links_id_fk" FOREIGN KEY ("company_link_id") REFERENCES "backoffice"."company_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."prepared_handovers" ADD CONSTRAINT "prepared_handovers_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "backoffice"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."prepared_handovers" ADD CONSTRAINT "prepared_handovers_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."prepared_handovers" ADD CONSTRAINT "prepared_handovers_vehicle_brand_id_vehicle_brands_id_fk" FOREIGN KEY ("vehicle_brand_id") REFERENCES "backoffice"."vehicle_brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_entry_requests_waiting" ON "backoffice"."company_entry_requests" USING btree ("company_id","user_id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "company_entry_requests_newest" ON "backoffice"."company_entry_requests" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "company_entry_requests_user" ON "backoffice"."company_entry_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "company_entry_requests_invitation" ON "backoffice"."company_entry_requests" USING btree ("partner_invitation_id");--> statement-breakpoint
CREATE INDEX "company_entry_requests_decided_by" ON "backoffice"."company_entry_requests" USING btree ("decided_by_id");--> statement-breakpoint
CREATE INDEX "company_merges_from" ON "backoffice"."company_merges" USING btree ("from_company_id");--> statement-breakpoint
CREATE INDEX "company_merges_into" ON "backoffice"."company_merges" USING btree ("into_company_id");--> statement-breakpoint
CREATE INDEX "company_merges_created_at" ON "backoffice"."company_merges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partner_invitations_inviter" ON "backoffice"."partner_invitations" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "partner_invitations_user" ON "backoffice"."partner_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_invitations_language" ON "backoffice"."partner_invitations" USING btree ("language_id");--> statement-breakpoint
CREATE INDEX "partner_invitations_email" ON "backoffice"."partner_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "partner_invitations_mail" ON "backoffice"."partner_invitations" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "prepared_handovers_vehicle" ON "backoffice"."prepared_handovers" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "prepared_handovers_pers" ON "backoffice"."prepared_handovers" USING btree ("pers_id");--> statement-breakpoint
CREATE INDEX "prepared_handovers_brand" ON "backoffice"."prepared_handovers" USING btree ("vehicle_brand_id");--> statement-breakpoint
-- Of companies with one register number the first stays as it is: one that is in use, that staff made, that is older.
DO $$
DECLARE marked int;
BEGIN
  UPDATE "backoffice"."companies" c SET "is_duplicate" = true
  FROM (
    SELECT id, row_number() OVER (PARTITION BY register_key
      ORDER BY status = 'disabled', created_by_company_id IS NOT NULL, created_at, id) AS place
    FROM "backoffice"."companies"
  ) ranked
  WHERE ranked.id = c.id AND ranked.place > 1;
  GET DIAGNOSTICS marked = ROW_COUNT;
  IF marked > 0 THEN
    RAISE INFO '% companies have a register number that another one has. They are marked as duplicates.', marked;
  END IF;
END $$;--> statement-breakpoint
UPDATE "backoffice"."company_links" SET "accepted_at" = "updated_at" WHERE "status" IN ('accepted', 'ended');--> statement-breakpoint
CREATE UNIQUE INDEX "companies_register_key" ON "backoffice"."companies" USING btree ("register_key") WHERE not is_duplicate;--> statement-breakpoint
CREATE INDEX "companies_same_register_key" ON "backoffice"."companies" USING btree ("register_key") WHERE is_duplicate;--> statement-breakpoint
CREATE INDEX "companies_queue" ON "backoffice"."companies" USING btree ("created_at","id") WHERE closed_as is null and (not is_verified or is_duplicate);--> statement-breakpoint
CREATE INDEX "company_links_unaccepted" ON "backoffice"."company_links" USING btree ("company_id") WHERE accepted_at is null;--> statement-breakpoint
-- An invitation made people admins before they accepted it. Whoever has an account and looks after no company is again what
-- they were: what the history says of them, or a rider where they ride. Each has a row in the history.
DO $$
DECLARE settled int;
BEGIN
  CREATE TEMPORARY TABLE former ON COMMIT DROP AS
  SELECT u.id, u.email, EXISTS (
      SELECT FROM "backoffice"."user_companies" m WHERE m.user_id = u.id AND m.status = 'active' AND m.is_admin
    ) AS is_admin, coalesce(
    (SELECT a.changes -> 'type' ->> 0 FROM "platform"."audit_log" a
      WHERE a.object_type = 'user' AND a.object_id = u.id AND a.changes -> 'type' ->> 1 = 'Pro Center Admin'
        AND a.changes -> 'type' ->> 0 IN ('Rider', 'Pro Center Member')
      ORDER BY a.at DESC, a.id DESC LIMIT 1),
    CASE WHEN EXISTS (SELECT FROM "backoffice"."vehicles" v WHERE v.rider_id = u.id) AND NOT EXISTS (
      SELECT FROM "backoffice"."user_companies" m WHERE m.user_id = u.id AND m.status = 'active') THEN 'Rider' END
  ) AS type
  FROM "backoffice"."users" u WHERE u.type = 'Pro Center Admin' AND u.status <> 'pending';

  UPDATE "backoffice"."users" u SET type_before = f.type
  FROM former f WHERE f.id = u.id AND f.is_admin AND f.type IS NOT NULL;

  UPDATE "backoffice"."users" u SET type = coalesce(f.type, 'Pro Center Member'), version = u.version + 1, updated_at = now()
  FROM former f WHERE f.id = u.id AND NOT f.is_admin;
  GET DIAGNOSTICS settled = ROW_COUNT;

  INSERT INTO "platform"."audit_log"
    (id, at, actor_type, actor_label, object_type, object_id, object_label, action, changes, door, request_id)
  SELECT (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(rest, 1, 3) || '-8' || substr(rest, 4, 3) || '-' || substr(rest, 7, 12))::uuid,
    now(), 'system', 'Upgrade', 'user', id, email, 'settle-type',
    jsonb_build_object('type', jsonb_build_array('Pro Center Admin', coalesce(type, 'Pro Center Member'))), 'job', 'upgrade'
  FROM former, lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') AS ms, md5(id::text || 'settle-type') AS rest
  WHERE NOT is_admin;
  IF settled > 0 THEN
    RAISE INFO '% people were admins of no company and are again what they were before they were invited.', settled;
  END IF;
END $$;
