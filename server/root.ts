import { env } from "@/env/env";
import { companyRouter } from "@/server/companies/company/company.router";
import { companyCategoryRouter } from "@/server/companies/company/company-category/company-category.router";
import {
  companyMailLookRouter,
  teamMailLookRouter,
} from "@/server/companies/company/company-mail-look/company-mail-look.router";
import { companyMailTemplateRouter } from "@/server/companies/company/company-mail-template/company-mail-template.router";
import { companyMergeRouter } from "@/server/companies/company/company-merge/company-merge.router";
import { companyPreferenceRouter } from "@/server/companies/company/company-preference/company-preference.router";
import { companyQueueRouter } from "@/server/companies/company/company-queue/company-queue.router";
import { workspaceRouter } from "@/server/companies/company/workspace/workspace.router";
import { companyPersLinkRouter } from "@/server/companies/fleet/company-pers-link/company-pers-link.router";
import { companyReachRouter } from "@/server/companies/fleet/company-reach/company-reach.router";
import { companyVehicleBrandLinkRouter } from "@/server/companies/fleet/company-vehicle-brand-link/company-vehicle-brand-link.router";
import { companyVehicleLinkRouter } from "@/server/companies/fleet/company-vehicle-link/company-vehicle-link.router";
import { fleetAlertRouter } from "@/server/companies/fleet/fleet-alert/fleet-alert.router";
import { fleetPersRouter } from "@/server/companies/fleet/fleet-pers/fleet-pers.router";
import { fleetRiderRouter } from "@/server/companies/fleet/fleet-rider/fleet-rider.router";
import {
  fleetRolloutDeviceRouter,
  fleetRolloutRouter,
} from "@/server/companies/fleet/fleet-rollout/fleet-rollout.router";
import { fleetBrandRouter, fleetVehicleRouter } from "@/server/companies/fleet/fleet-vehicle/fleet-vehicle.router";
import { fleetVehicleModelRouter } from "@/server/companies/fleet/fleet-vehicle-model/fleet-vehicle-model.router";
import { companyLinkRouter } from "@/server/companies/partners/company-link/company-link.router";
import {
  dealerRouter,
  dealerVehicleRouter,
  manufacturerRouter,
  subcontractorPersRouter,
  subcontractorRouter,
  waitingInvitationRouter,
} from "@/server/companies/partners/company-partner/company-partner.router";
import { companyPartnerReferentRouter } from "@/server/companies/partners/company-partner-referent/company-partner-referent.router";
import {
  entryRequestRouter,
  entryRequestsOfAllRouter,
} from "@/server/companies/partners/entry-request/entry-request.router";
import { partnerInvitationRouter } from "@/server/companies/partners/partner-invitation/partner-invitation.router";
import {
  companyAdminByKeyRouter,
  companyAdminRouter,
  companyUserRouter,
} from "@/server/companies/people/company-admin/company-admin.router";
import { companyAllowToManageRouter } from "@/server/companies/people/company-allow-to-manage/company-allow-to-manage.router";
import { companyPilotRouter } from "@/server/companies/people/company-pilot/company-pilot.router";
import { companyRoleRouter } from "@/server/companies/people/company-role/company-role.router";
import { companyRoleConfigurationRouter } from "@/server/companies/people/company-role/company-role-configuration.router";
import { companyTeamRouter } from "@/server/companies/people/company-team/company-team.router";
import { memberRouter } from "@/server/companies/people/member/member.router";
import {
  teamMailTemplateRouter,
  teamPilotRouter,
  teamPreferenceRouter,
  teamRouter,
} from "@/server/companies/people/team/team.router";
import {
  teamAllowToManageRouter,
  teamPermissionRouter,
  teamRoleConfigurationRouter,
  teamRoleRouter,
} from "@/server/companies/people/team-role/team-role.router";
import { appVersionRouter } from "@/server/content/app-version/app-version.router";
import { conditionalFeatureRouter } from "@/server/content/conditional-feature/conditional-feature.router";
import { countryRouter } from "@/server/content/country/country.router";
import { deskRouter } from "@/server/content/desk/desk.router";
import { documentationRouter } from "@/server/content/documentation/documentation.router";
import { faqContentRouter, faqRouter } from "@/server/content/faq/faq.router";
import { formattedTextRouter } from "@/server/content/formatted-text/formatted-text.router";
import { glossaryTermRouter } from "@/server/content/glossary-term/glossary-term.router";
import { helpDeskButtonRouter } from "@/server/content/help-desk-button/help-desk-button.router";
import { labelRouter } from "@/server/content/label/label.router";
import { languageRouter } from "@/server/content/language/language.router";
import { messageRouter } from "@/server/content/message/message.router";
import { mostFrequentQuestionRouter } from "@/server/content/most-frequent-question/most-frequent-question.router";
import { privacyPolicyRouter } from "@/server/content/privacy-policy/privacy-policy.router";
import { alertRouter } from "@/server/devices/alert/alert.router";
import { alertDeskRouter } from "@/server/devices/alert-desk/alert-desk.router";
import { currentDataRouter } from "@/server/devices/current-data/current-data.router";
import { firmwareCategoryRouter } from "@/server/devices/firmware-category/firmware-category.router";
import { firmwareRolloutRouter, rolloutDeviceRouter } from "@/server/devices/firmware-rollout/firmware-rollout.router";
import { firmwareDeviceRouter, firmwareImageRouter } from "@/server/devices/firmware-rollout/rollout-gateway.router";
import { firmwareVersionRouter } from "@/server/devices/firmware-version/firmware-version.router";
import { iotMessageRouter } from "@/server/devices/iot/iot-message.router";
import { levelAlertRouter } from "@/server/devices/level-alert/level-alert.router";
import { modelPersRouter } from "@/server/devices/model-pers/model-pers.router";
import { persRouter } from "@/server/devices/pers/pers.router";
import { persAlertRouter } from "@/server/devices/pers-alert/pers-alert.router";
import { userVehicleRouter } from "@/server/devices/vehicle/user-vehicle.router";
import { vehicleRouter } from "@/server/devices/vehicle/vehicle.router";
import { vehicleBrandRouter } from "@/server/devices/vehicle-brand/vehicle-brand.router";
import { vehicleBrandMessageRouter } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.router";
import { vehicleModelRouter } from "@/server/devices/vehicle-model/vehicle-model.router";
import { listInputOf } from "@/server/doors/list-input";
import { projectOutputs } from "@/server/doors/projection";
import { proceduresOf } from "@/server/doors/rest-plan";
import { allowManageRouter } from "@/server/identity/allow-manage/allow-manage.router";
import { apiKeyRouter } from "@/server/identity/api-key/api-key.router";
import { catalogueRouter } from "@/server/identity/catalogue/catalogue.router";
import { emailChangeRouter } from "@/server/identity/email-change/email-change.router";
import { invitationRouter } from "@/server/identity/invitation/invitation.router";
import { loginRouter } from "@/server/identity/login/login.router";
import { passwordRouter } from "@/server/identity/password/password.router";
import { portalUserRouter, riderRouter } from "@/server/identity/portal-user/portal-user.router";
import { profileRouter } from "@/server/identity/profile/profile.router";
import { recipientRouter } from "@/server/identity/recipient/recipient.router";
import { registrationRouter } from "@/server/identity/registration/registration.router";
import { roleRouter } from "@/server/identity/role/role.router";
import { secondFactorRouter } from "@/server/identity/second-factor/second-factor.router";
import { sessionRouter } from "@/server/identity/session/session.router";
import { signInEventRouter } from "@/server/identity/sign-in-event/sign-in-event.router";
import { staffRouter } from "@/server/identity/staff/staff.router";
import { switchToRouter } from "@/server/identity/switch-to/switch-to.router";
import { rightHolderRouter, userRoleRouter } from "@/server/identity/user-role/user-role.router";
import { router } from "@/server/kit/call/procedure";
import { noteLists } from "@/server/kit/list/list-rights";
import { noteRemovable } from "@/server/kit/record/removable";
import { sendPlanRouter } from "@/server/notification/delivery/send-plan.router";
import { inAppNotificationRouter, inboxRouter, pushNotificationRouter } from "@/server/notification/inbox/inbox.router";
import {
  platformPageTechRouter,
  readPlatformPageTechRouter,
} from "@/server/notification/page/platform-page-tech.router";
import { osRouter } from "@/server/notification/platform/os.router";
import { platformSyncRouter } from "@/server/notification/platform/platform-sync.router";
import {
  notificationDeliveryRouter,
  notificationRequestRouter,
} from "@/server/notification/request/notification-request.router";
import { notificationSenderRouter } from "@/server/notification/sender/notification-sender.router";
import {
  notificationTemplateContentRouter,
  notificationTemplateRouter,
  notificationTemplateTechRouter,
  readNotificationTemplateRouter,
} from "@/server/notification/template/notification-template.router";
import { userDeviceRouter } from "@/server/notification/user-device/user-device.router";
import { anonymizedContactLogRouter, contactLogRouter } from "@/server/operations/contact-log/contact-log.router";
import { erpSyncRouter } from "@/server/operations/erp-sync/erp-sync.router";
import { jobRouter } from "@/server/operations/job/job.router";
import { platformTechRouter } from "@/server/operations/platform-tech/platform-tech.router";
import { routineLogRouter } from "@/server/operations/routine-log/routine-log.router";
import { webhookDeliveryRouter, webhookRouter } from "@/server/operations/webhook/webhook.router";
import { auditRouter, companyAuditRouter } from "@/server/overview/audit/audit.router";
import { bulkChangeRouter, companyBulkChangeRouter } from "@/server/overview/bulk-change/bulk-change.router";
import { homeRouter } from "@/server/overview/home/home.router";
import { companyListViewRouter, listViewRouter } from "@/server/overview/list-view/list-view.router";
import { erasureRouter, privacyRouter, retentionRouter } from "@/server/overview/privacy/privacy.router";
import { companyRemovalRouter, removalRouter } from "@/server/overview/removal/removal.router";
import { searchRouter } from "@/server/overview/search/search.router";
import { situationRouter } from "@/server/overview/situation/situation.router";
import { timeLineRouter } from "@/server/overview/time-line/time-line.router";
import { fileRouter } from "@/server/platform/file/file.router";
import { mailLogRouter } from "@/server/platform/mail-log/mail-log.router";
import { sheetActivityRouter } from "@/server/platform/sheet-activity/sheet-activity.router";

/** Every procedure there is: what screens call, and, where it carries `rest`, the documented REST API. */
export const appRouter = router({
  modelPers: modelPersRouter,
  pers: persRouter,
  firmwareCategories: firmwareCategoryRouter,
  firmwareVersions: firmwareVersionRouter,
  firmwareRollouts: firmwareRolloutRouter,
  firmwareRolloutDevices: rolloutDeviceRouter,
  firmwareDevices: firmwareDeviceRouter,
  firmwareImages: firmwareImageRouter,
  vehicleBrands: vehicleBrandRouter,
  vehicleModels: vehicleModelRouter,
  vehicles: vehicleRouter,
  levelAlerts: levelAlertRouter,
  alerts: alertRouter,
  persAlerts: persAlertRouter,
  alertDesk: alertDeskRouter,
  vehicleBrandMessages: vehicleBrandMessageRouter,
  iotMessages: iotMessageRouter,
  currentData: currentDataRouter,
  home: homeRouter,
  glossaryTerms: glossaryTermRouter,
  languages: languageRouter,
  countries: countryRouter,
  labels: labelRouter,
  formattedTexts: formattedTextRouter,
  messages: messageRouter,
  faqs: faqRouter,
  faqContents: faqContentRouter,
  documentations: documentationRouter,
  helpDeskButtons: helpDeskButtonRouter,
  mostFrequentQuestions: mostFrequentQuestionRouter,
  privacyPolicies: privacyPolicyRouter,
  appVersions: appVersionRouter,
  conditionalFeatures: conditionalFeatureRouter,
  desk: deskRouter,
  files: fileRouter,
  login: loginRouter,
  registration: registrationRouter,
  invitations: invitationRouter,
  emailChanges: emailChangeRouter,
  password: passwordRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionRouter,
  portalUsers: portalUserRouter,
  userVehicles: userVehicleRouter,
  riders: riderRouter,
  staff: staffRouter,
  switchTo: switchToRouter,
  userRoles: userRoleRouter,
  rightHolders: rightHolderRouter,
  companies: companyRouter,
  companyAdmins: companyAdminRouter,
  companyAdminsByKey: companyAdminByKeyRouter,
  companyAllowToManage: companyAllowToManageRouter,
  companyMailTemplates: companyMailTemplateRouter,
  companyMailLooks: companyMailLookRouter,
  companyRoleConfigurations: companyRoleConfigurationRouter,
  companyRoles: companyRoleRouter,
  companyUsers: companyUserRouter,
  companyCategories: companyCategoryRouter,
  companyLinks: companyLinkRouter,
  companyMerges: companyMergeRouter,
  companyPersLinks: companyPersLinkRouter,
  companyQueue: companyQueueRouter,
  companyReach: companyReachRouter,
  companyVehicleLinks: companyVehicleLinkRouter,
  companyVehicleBrandLinks: companyVehicleBrandLinkRouter,
  companyPilots: companyPilotRouter,
  companyPreferences: companyPreferenceRouter,
  companyTeams: companyTeamRouter,
  companyPartnerReferents: companyPartnerReferentRouter,
  workspace: workspaceRouter,
  fleetAlerts: fleetAlertRouter,
  fleetRollouts: fleetRolloutRouter,
  fleetRolloutDevices: fleetRolloutDeviceRouter,
  fleetPers: fleetPersRouter,
  fleetVehicles: fleetVehicleRouter,
  fleetBrands: fleetBrandRouter,
  fleetRiders: fleetRiderRouter,
  fleetVehicleModels: fleetVehicleModelRouter,
  dealers: dealerRouter,
  dealerVehicles: dealerVehicleRouter,
  subcontractors: subcontractorRouter,
  subcontractorPers: subcontractorPersRouter,
  manufacturers: manufacturerRouter,
  waitingInvitations: waitingInvitationRouter,
  partnerInvitations: partnerInvitationRouter,
  entryRequests: entryRequestRouter,
  entryRequestsOfAll: entryRequestsOfAllRouter,
  members: memberRouter,
  teams: teamRouter,
  teamPilots: teamPilotRouter,
  teamPreferences: teamPreferenceRouter,
  teamMailTemplates: teamMailTemplateRouter,
  teamMailLooks: teamMailLookRouter,
  teamRoles: teamRoleRouter,
  teamAllowToManage: teamAllowToManageRouter,
  teamPermissions: teamPermissionRouter,
  teamRoleConfigurations: teamRoleConfigurationRouter,
  sheetActivities: sheetActivityRouter,
  profile: profileRouter,
  roles: roleRouter,
  allowManage: allowManageRouter,
  catalogue: catalogueRouter,
  apiKeys: apiKeyRouter,
  audit: auditRouter,
  companyAudit: companyAuditRouter,
  signInEvents: signInEventRouter,
  situation: situationRouter,
  timeLine: timeLineRouter,
  search: searchRouter,
  mailLogs: mailLogRouter,
  routineLogs: routineLogRouter,
  erpSync: erpSyncRouter,
  privacy: privacyRouter,
  erasures: erasureRouter,
  retentions: retentionRouter,
  contactLogs: contactLogRouter,
  anonymizedContactLogs: anonymizedContactLogRouter,
  platformTechs: platformTechRouter,
  os: osRouter,
  platformSync: platformSyncRouter,
  platformPageTechs: platformPageTechRouter,
  readPlatformPageTechs: readPlatformPageTechRouter,
  notificationTemplates: notificationTemplateRouter,
  readNotificationTemplates: readNotificationTemplateRouter,
  notificationTemplateContents: notificationTemplateContentRouter,
  notificationTemplateTechs: notificationTemplateTechRouter,
  recipients: recipientRouter,
  userDevices: userDeviceRouter,
  notificationRequests: notificationRequestRouter,
  notificationDeliveries: notificationDeliveryRouter,
  inAppNotifications: inAppNotificationRouter,
  pushNotifications: pushNotificationRouter,
  inbox: inboxRouter,
  jobs: jobRouter,
  webhooks: webhookRouter,
  webhookDeliveries: webhookDeliveryRouter,
  notificationSenders: notificationSenderRouter,
  notificationSends: sendPlanRouter,
  bulkChanges: bulkChangeRouter,
  companyBulkChanges: companyBulkChangeRouter,
  listViews: listViewRouter,
  companyListViews: companyListViewRouter,
  removals: removalRouter,
  companyRemovals: companyRemovalRouter,
});
noteLists(proceduresOf(appRouter), listInputOf);
noteRemovable(proceduresOf(appRouter));

if (env.NODE_ENV === "production") projectOutputs(appRouter);

export type AppRouter = typeof appRouter;
