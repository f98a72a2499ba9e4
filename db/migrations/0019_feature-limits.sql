CREATE TABLE "backoffice"."conditional_feature_limits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feature_id" uuid NOT NULL,
	"company_id" uuid,
	"model_pers_id" uuid,
	"platform_tech_id" uuid,
	"at_least" text,
	"at_most" text,
	CONSTRAINT "conditional_feature_limits_key" UNIQUE NULLS NOT DISTINCT("feature_id","company_id","model_pers_id","platform_tech_id"),
	CONSTRAINT "conditional_feature_limits_one" CHECK (num_nonnulls(company_id, model_pers_id, platform_tech_id) = 1),
	CONSTRAINT "conditional_feature_limits_versions" CHECK ((num_nonnulls(at_least, at_most) > 0) = (platform_tech_id is not null))
);
--> statement-breakpoint
ALTER TABLE "backoffice"."conditional_feature_limits" ADD CONSTRAINT "conditional_feature_limits_feature_id_conditional_features_id_fk" FOREIGN KEY ("feature_id") REFERENCES "backoffice"."conditional_features"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."conditional_feature_limits" ADD CONSTRAINT "conditional_feature_limits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "backoffice"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."conditional_feature_limits" ADD CONSTRAINT "conditional_feature_limits_model_pers_id_model_pers_id_fk" FOREIGN KEY ("model_pers_id") REFERENCES "backoffice"."model_pers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backoffice"."conditional_feature_limits" ADD CONSTRAINT "conditional_feature_limits_platform_tech_id_platform_techs_id_fk" FOREIGN KEY ("platform_tech_id") REFERENCES "backoffice"."platform_techs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conditional_feature_limits_company" ON "backoffice"."conditional_feature_limits" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "conditional_feature_limits_model" ON "backoffice"."conditional_feature_limits" USING btree ("model_pers_id");--> statement-breakpoint
CREATE INDEX "conditional_feature_limits_app" ON "backoffice"."conditional_feature_limits" USING btree ("platform_tech_id");