ALTER TABLE "notification"."requests" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "notification"."requests" ADD COLUMN "vehicle_id" uuid;