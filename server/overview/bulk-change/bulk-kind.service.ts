import { languages, levelAlerts, modelPers, vehicleBrands, vehicleModels } from "@/db/schema";
import { UpdateAppVersion } from "@/server/content/app-version/app-version.schema";
import { appVersionService } from "@/server/content/app-version/app-version.service";
import { UpdateConditionalFeature } from "@/server/content/conditional-feature/conditional-feature.schema";
import { conditionalFeatureService } from "@/server/content/conditional-feature/conditional-feature.service";
import { UpdateCountry } from "@/server/content/country/country.schema";
import { countryService } from "@/server/content/country/country.service";
import { UpdateDocumentation } from "@/server/content/documentation/documentation.schema";
import { documentationService } from "@/server/content/documentation/documentation.service";
import { UpdateFaq } from "@/server/content/faq/faq.schema";
import { faqService } from "@/server/content/faq/faq.service";
import { UpdateGlossaryTerm } from "@/server/content/glossary-term/glossary-term.schema";
import { glossaryTermService } from "@/server/content/glossary-term/glossary-term.service";
import { UpdateHelpDeskButton } from "@/server/content/help-desk-button/help-desk-button.schema";
import { helpDeskButtonService } from "@/server/content/help-desk-button/help-desk-button.service";
import { UpdateLanguage } from "@/server/content/language/language.schema";
import { languageService } from "@/server/content/language/language.service";
import { UpdateMostFrequentQuestion } from "@/server/content/most-frequent-question/most-frequent-question.schema";
import { mostFrequentQuestionService } from "@/server/content/most-frequent-question/most-frequent-question.service";
import { UpdateAlert } from "@/server/devices/alert/alert.schema";
import { alertService } from "@/server/devices/alert/alert.service";
import { UpdateLevelAlert } from "@/server/devices/level-alert/level-alert.schema";
import { levelAlertService } from "@/server/devices/level-alert/level-alert.service";
import { UpdatePers } from "@/server/devices/pers/pers.schema";
import { persService } from "@/server/devices/pers/pers.service";
import { withIds } from "@/server/devices/pers/pers-row.service";
import { UpdateVehicle } from "@/server/devices/vehicle/vehicle.schema";
import { vehicleService } from "@/server/devices/vehicle/vehicle.service";
import { UpdateVehicleBrandMessage } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.schema";
import { vehicleBrandMessageService } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.service";
import { UpdateVehicleModel } from "@/server/devices/vehicle-model/vehicle-model.schema";
import { vehicleModelService } from "@/server/devices/vehicle-model/vehicle-model.service";
import { type BulkKind, bulkFields } from "@/server/kit/bulk/bulk-kind";
import type { KnownCtx } from "@/server/kit/call/context";
import type { Permission } from "@/server/permissions";
import { alertDeskKind, fleetDeskKind } from "./bulk-desk.service";

// Which fields of which records can be set in bulk: those that one change of one record may set without being asked again.
// Never what a record is known by, secrets, rights, the firmware of a device, or what ends something.

/** What has both rights. */
type Named = {
  [P in Permission]: P extends `${infer N}.write` ? (`${N}.read` extends Permission ? N : never) : never;
}[Permission];
const rightsOf = <N extends Named>(name: N) => ({ read: `${name}.read`, write: `${name}.write` }) as BulkKind["may"]; // as `Named` says

const forEverybody = "This model is for everybody. Duplicate it to have one of your own.";

/** The kinds of record that can be changed in bulk. */
export const bulkKinds: readonly BulkKind[] = [
  alertDeskKind,
  fleetDeskKind,
  bulkFields({
    record: persService,
    may: rightsOf("pers"),
    fields: UpdatePers.pick({ status: true, modelPERSId: true }),
    references: { modelPERSId: [modelPers, "PERS model"] },
    prepare: withIds,
  }),
  bulkFields({
    record: alertService,
    may: rightsOf("alert"),
    fields: UpdateAlert.pick({ levelAlertId: true, topicAlert: true, groupAlert: true }),
    references: { levelAlertId: [levelAlerts, "alert level"] },
    update: alertService.update,
  }),
  bulkFields({
    record: levelAlertService,
    may: rightsOf("alert"),
    fields: UpdateLevelAlert.pick({ minutesToAcknowledge: true, minutesToClose: true }),
    update: levelAlertService.update,
  }),
  bulkFields({
    record: vehicleService,
    may: rightsOf("vehicle"),
    fields: UpdateVehicle.pick({ vehicleModelId: true }),
    references: { vehicleModelId: [vehicleModels, "vehicle model"] },
    update: vehicleService.update,
  }),
  bulkFields({
    record: vehicleModelService,
    may: rightsOf("vehicle"),
    fields: UpdateVehicleModel.pick({ vehicleBrandId: true, vehicleType: true, year: true }),
    references: { vehicleBrandId: [vehicleBrands, "vehicle brand"] },
    update: vehicleModelService.update,
  }),
  bulkFields({
    record: vehicleModelService,
    isOfCompany: true,
    may: rightsOf("company-vehicle-model"),
    fields: UpdateVehicleModel.pick({ vehicleType: true, year: true }),
    update: vehicleModelService.update,
    needs: ["companyId"],
    refuse: ({ companyId }) => (companyId === null ? forEverybody : undefined),
  }),
  bulkFields({
    record: vehicleBrandMessageService,
    may: rightsOf("vehicle-brand-message"),
    fields: UpdateVehicleBrandMessage.pick({ vehicleBrandId: true, languageId: true, isActivated: true }),
    references: { vehicleBrandId: [vehicleBrands, "vehicle brand"], languageId: [languages, "language"] },
  }),
  bulkFields({
    record: countryService,
    may: rightsOf("country"),
    fields: UpdateCountry.pick({ status: true }),
  }),
  bulkFields({
    record: languageService,
    may: rightsOf("language"),
    fields: UpdateLanguage.pick({ status: true }),
    update: languageService.update,
    needs: ["isDefault"],
    refuse: ({ isDefault }, { status }) =>
      isDefault && status === false
        ? "The default language is always on. Make another language the default first."
        : undefined,
  }),
  bulkFields({
    record: glossaryTermService,
    may: rightsOf("language"),
    fields: UpdateGlossaryTerm.pick({ isKept: true }),
    update: glossaryTermService.update,
  }),
  bulkFields({
    record: documentationService,
    may: rightsOf("documentation"),
    fields: UpdateDocumentation.pick({ isActivated: true }),
    update: documentationService.update,
  }),
  bulkFields({
    record: faqService,
    may: rightsOf("faq"),
    fields: UpdateFaq.pick({ topic: true }),
  }),
  bulkFields({
    record: helpDeskButtonService,
    may: rightsOf("help-desk-button"),
    fields: UpdateHelpDeskButton.pick({ topic: true, groupName: true, isActivated: true }),
  }),
  bulkFields({
    record: mostFrequentQuestionService,
    may: rightsOf("most-frequent-question"),
    fields: UpdateMostFrequentQuestion.pick({ idStatus: true }),
  }),
  bulkFields({
    record: appVersionService,
    may: rightsOf("app-version"),
    fields: UpdateAppVersion.pick({ isActive: true, isMandatory: true }),
    update: appVersionService.update,
  }),
  bulkFields({
    record: conditionalFeatureService,
    may: rightsOf("conditional-feature"),
    fields: UpdateConditionalFeature.pick({ active: true }),
  }),
];

/** Those of who stands inside a company, or of staff. */
export const bulkKindsOf = ({ company }: Pick<KnownCtx, "company">) =>
  bulkKinds.filter(({ isOfCompany }) => isOfCompany === (company !== undefined));
