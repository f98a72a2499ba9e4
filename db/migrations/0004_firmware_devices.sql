ALTER TABLE "backoffice"."pers_firmware_history" DROP CONSTRAINT "pers_firmware_history_firmware_version_id_firmware_versions_id_fk";
--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_segments" ALTER COLUMN "start_address" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "backoffice"."firmware_segments" ALTER COLUMN "length" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "backoffice"."pers_firmware_history" ADD COLUMN "firmware_version" text;--> statement-breakpoint
CREATE INDEX "pers_status" ON "backoffice"."pers" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "pers_kit_differs" ON "backoffice"."pers" USING btree ("id") WHERE current_kit_configuration is distinct from initial_kit_configuration;--> statement-breakpoint
CREATE INDEX "vehicles_model" ON "backoffice"."vehicles" USING btree ("vehicle_model_id");