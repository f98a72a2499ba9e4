ALTER INDEX "backoffice"."pers_firmware" RENAME TO "pers_by_firmware";--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_rollout_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rollout_id" uuid NOT NULL,
	"pers_id" uuid NOT NULL,
	"serial_number" text NOT NULL,
	"firmware_type" integer NOT NULL,
	"is_held" boolean NOT NULL,
	"wave" integer NOT NULL,
	"place" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"offer_id" uuid,
	"former_offer_ids" uuid[],
	"from_version_id" uuid,
	"from_version" text,
	"offered_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"heard_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_rollout_waves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rollout_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"label" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"is_of_joiners" boolean DEFAULT false NOT NULL,
	"devices" integer DEFAULT 0 NOT NULL,
	"waiting" integer DEFAULT 0 NOT NULL,
	"offered" integer DEFAULT 0 NOT NULL,
	"downloading" integer DEFAULT 0 NOT NULL,
	"installed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"silent" integer DEFAULT 0 NOT NULL,
	"excluded" integer DEFAULT 0 NOT NULL,
	"superseded" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"judged_installed" integer DEFAULT 0 NOT NULL,
	"judged_failed" integer DEFAULT 0 NOT NULL,
	"judged_since" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"reached_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "backoffice"."firmware_rollouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"firmware_version_id" uuid NOT NULL,
	"firmware_type" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"pause_reason" jsonb,
	"filters" jsonb NOT NULL,
	"is_dynamic" boolean DEFAULT false NOT NULL,
	"allow_downgrade" boolean DEFAULT false NOT NULL,
	"waves" jsonb NOT NULL,
	"gates" jsonb NOT NULL,
	"max_per_hour" integer,
	"hour_start" timestamp(3) with time zone,
	"hour_taken" integer DEFAULT 0 NOT NULL,
	"start_at" timestamp(3) with time zone,
	"image" jsonb,
	"prepared" integer DEFAULT 0 NOT NULL,
	"to_prepare" integer DEFAULT 0 NOT NULL,
	"prepared_to" uuid,
	"created_by_id" uuid,
	"editor_ids" uuid[] DEFAULT '{}' NOT NULL,
	"started_by_id" uuid,
	"approval_hash" text,
	"approval_asked_at" timestamp(3) with time zone,
	"is_approval_needed" boolean DEFAULT false NOT NULL,
	"approved_by_id" uuid,
	"approved_at" timestamp(3) with time zone,
	"sent_back_reason" text,
	"rolls_back_id" uuid,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"compared_at" timestamp(3) with time zone,
	"joined_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "firmware_rollouts_type" CHECK (firmware_type in (1, 2, 3))
);
--> statement-breakpoint
CREATE TABLE "backoffice"."pers_firmware" (
	"pers_id" uuid NOT NULL,
	"firmware_type" integer NOT NULL,
	"firmware_version_id" uuid NOT NULL,
	"said_at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "pers_firmware_pk" PRIMARY KEY("pers_id","firmware_type")
);
--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_versions" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollout_devices" ADD CONSTRAINT "firmware_rollout_devices_rollout_id_firmware_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "backoffice"."firmware_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollout_waves" ADD CONSTRAINT "firmware_rollout_waves_rollout_id_firmware_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "backoffice"."firmware_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_firmware_version_id_firmware_versions_id_fk" FOREIGN KEY ("firmware_version_id") REFERENCES "backoffice"."firmware_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "backoffice"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollouts" ADD CONSTRAINT "firmware_rollouts_rolls_back_id_firmware_rollouts_id_fk" FOREIGN KEY ("rolls_back_id") REFERENCES "backoffice"."firmware_rollouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_firmware" ADD CONSTRAINT "pers_firmware_pers_id_pers_id_fk" FOREIGN KEY ("pers_id") REFERENCES "backoffice"."pers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_firmware" ADD CONSTRAINT "pers_firmware_firmware_version_id_firmware_versions_id_fk" FOREIGN KEY ("firmware_version_id") REFERENCES "backoffice"."firmware_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollout_devices_held" ON "backoffice"."firmware_rollout_devices" USING btree ("pers_id","firmware_type") WHERE is_held;--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollout_devices_one" ON "backoffice"."firmware_rollout_devices" USING btree ("rollout_id","pers_id");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollout_devices_offer" ON "backoffice"."firmware_rollout_devices" USING btree ("offer_id") WHERE offer_id is not null;--> statement-breakpoint
CREATE INDEX "firmware_rollout_devices_former" ON "backoffice"."firmware_rollout_devices" USING gin ("former_offer_ids") WHERE former_offer_ids is not null;--> statement-breakpoint
CREATE INDEX "firmware_rollout_devices_status" ON "backoffice"."firmware_rollout_devices" USING btree ("rollout_id","wave","status");--> statement-breakpoint
CREATE INDEX "firmware_rollout_devices_pers" ON "backoffice"."firmware_rollout_devices" USING btree ("pers_id");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_rollout_waves_index" ON "backoffice"."firmware_rollout_waves" USING btree ("rollout_id","index");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_created_at" ON "backoffice"."firmware_rollouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_started_at" ON "backoffice"."firmware_rollouts" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_status" ON "backoffice"."firmware_rollouts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_version" ON "backoffice"."firmware_rollouts" USING btree ("firmware_version_id","status");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_rolls_back" ON "backoffice"."firmware_rollouts" USING btree ("rolls_back_id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_created_by" ON "backoffice"."firmware_rollouts" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_started_by" ON "backoffice"."firmware_rollouts" USING btree ("started_by_id","firmware_version_id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_approved_by" ON "backoffice"."firmware_rollouts" USING btree ("approved_by_id");--> statement-breakpoint
CREATE INDEX "firmware_rollouts_name_search" ON "backoffice"."firmware_rollouts" USING gin (platform.fold("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pers_firmware_version" ON "backoffice"."pers_firmware" USING btree ("firmware_version_id","pers_id");--> statement-breakpoint
-- What people write as the firmware of a PERS is what it runs of that type; what a report or a message said is there before it comes here.
CREATE FUNCTION "backoffice"."pers_keep_firmware"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		DELETE FROM backoffice.pers_firmware k USING fresh f, stale s, backoffice.firmware_versions v
			WHERE k.pers_id = f.id AND s.id = f.id AND f.firmware_version_id IS NULL AND s.firmware_version_id = v.id
				AND k.firmware_type = v.firmware_type AND k.firmware_version_id = v.id;
		INSERT INTO backoffice.pers_firmware (pers_id, firmware_type, firmware_version_id, said_at, by)
			SELECT f.id, v.firmware_type, v.id, now(), 'person' FROM fresh f
			JOIN stale s ON s.id = f.id AND s.firmware_version_id IS DISTINCT FROM f.firmware_version_id
			JOIN backoffice.firmware_versions v ON v.id = f.firmware_version_id
			ON CONFLICT (pers_id, firmware_type) DO UPDATE SET firmware_version_id = excluded.firmware_version_id,
				said_at = excluded.said_at, by = excluded.by
			WHERE pers_firmware.firmware_version_id <> excluded.firmware_version_id;
	ELSE
		INSERT INTO backoffice.pers_firmware (pers_id, firmware_type, firmware_version_id, said_at, by)
			SELECT f.id, v.firmware_type, v.id, now(), 'person' FROM fresh f
			JOIN backoffice.firmware_versions v ON v.id = f.firmware_version_id ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "pers_firmware_made" AFTER INSERT ON "backoffice"."pers" REFERENCING NEW TABLE AS fresh
	FOR EACH STATEMENT EXECUTE FUNCTION "backoffice"."pers_keep_firmware"();--> statement-breakpoint
CREATE TRIGGER "pers_firmware_changed" AFTER UPDATE ON "backoffice"."pers" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
	FOR EACH STATEMENT EXECUTE FUNCTION "backoffice"."pers_keep_firmware"();--> statement-breakpoint
INSERT INTO "backoffice"."pers_firmware" ("pers_id", "firmware_type", "firmware_version_id", "said_at", "by")
	SELECT p.id, v.firmware_type, v.id, coalesce((SELECT max(h.installed_at) FROM "backoffice"."pers_firmware_history" h
		WHERE h.pers_id = p.id AND h.firmware_version_id = v.id), p.updated_at), 'person'
	FROM "backoffice"."pers" p JOIN "backoffice"."firmware_versions" v ON v.id = p.firmware_version_id
	ON CONFLICT DO NOTHING;
