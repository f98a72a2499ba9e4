import { type Constraints, reference, rule } from "./constraint";

export const notificationConstraints: Constraints = {
  devices_token: rule("Another phone or browser already has this token.", "token"),
  devices_of_person: rule("This phone or browser is already registered for this address.", "mobileDeviceId"),
  devices_os: rule("The system is 1 (Android), 2 (iOS) or 3 (Web).", "os"),

  notification_portals_key: rule("A portal with this key already exists.", "key"),
  notification_platform_techs_key: rule("A platform tech with this key already exists.", "key"),
  platform_page_techs_key: rule("A page with this key already exists.", "keyPlatformPageTech"),
  platform_page_techs_platform_tech_id_platform_techs_id_fk: reference("platform tech", "platformTechId"),
  notification_templates_key: rule("A template with this key already exists.", "keyNotificationTemplate"),
  notification_template_contents_language: rule("The template already has a content in this language.", "languageId"),
  template_contents_notication_template_id_templates_id_fk: reference("template", "noticationTemplateId"),
  notification_template_techs_triple: rule(
    "The template already leads to this page of this platform tech.",
    "platformPageTechId",
  ),
  template_techs_notication_template_id_templates_id_fk: reference("template", "noticationTemplateId"),
  template_techs_platform_page_tech_id_platform_page_techs_id_fk: reference("page", "platformPageTechId"),
  template_techs_platform_tech_id_platform_techs_id_fk: reference("platform tech", "platformTechId"),
  unsubscribes_email_key_platform_tech_pk: rule("This address is unsubscribed already.", "email"),
  sender_hours_sender_hour_pk: rule("This hour of the sender is counted already."),
  sender_states_worker_id_sender_pk: rule("This worker has said it of the sender already."),
  notification_deliveries_one: rule("This person already gets this message in this way.", "emailUserDestList"),
  deliveries_request_id_requests_id_fk: reference("request", "requestId", ["delivery", "deliveries"]),
};
