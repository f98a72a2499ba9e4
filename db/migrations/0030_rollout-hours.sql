CREATE TABLE "backoffice"."firmware_rollout_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rollout_id" uuid NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"model_pers_id" uuid,
	"status" text NOT NULL,
	"reason" text,
	"devices" integer NOT NULL,
	CONSTRAINT "firmware_rollout_hours_one" UNIQUE NULLS NOT DISTINCT("rollout_id","hour","model_pers_id","status","reason")
);
--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollout_devices" ADD COLUMN "model_pers_id" uuid;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_rollout_hours" ADD CONSTRAINT "firmware_rollout_hours_rollout_id_firmware_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "backoffice"."firmware_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "backoffice"."firmware_rollout_devices" d SET "model_pers_id" = p.model_pers_id FROM "backoffice"."pers" p WHERE p.id = d.pers_id;--> statement-breakpoint
INSERT INTO "backoffice"."firmware_rollout_hours" ("id", "rollout_id", "hour", "model_pers_id", "status", "reason", "devices")
	SELECT gen_random_uuid(), rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason, count(*)
	FROM "backoffice"."firmware_rollout_devices" WHERE status IN ('installed', 'failed') AND ended_at IS NOT NULL
	GROUP BY rollout_id, date_trunc('hour', ended_at, 'UTC'), model_pers_id, status, reason;
