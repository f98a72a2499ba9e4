import { type Constraints, reference, rule, translationConstraints } from "./constraint";

export const alertConstraints: Constraints = {
  level_alerts_label: rule("An alert level with this label already exists.", "label"),
  ...translationConstraints("level_alert_translations", "level_alerts", "alert level"),
  alerts_code: rule("An alert with this code already exists.", "code"),
  alerts_level_alert_id_level_alerts_id_fk: reference("alert level", "levelAlertId", ["alert", "alerts"]),
  ...translationConstraints("alert_translations", "alerts", "alert"),
  pers_alerts_one_episode: rule("This alert was open on the PERS device at that time already.", "startedAt"),
  pers_alerts_one_open: rule("This alert is already open on the PERS device.", "alertId"),
  pers_alerts_pers_id_pers_id_fk: reference("PERS device", "persId", ["alert", "alerts"]),
  pers_alerts_assignee_id_users_id_fk: reference("person", "assigneeId"),
  pers_alerts_closed_by_id_users_id_fk: reference("person", "closedById"),
  pers_alert_company_desks_one: rule("The company works on this alert already.", "id"),
  pers_alert_company_desks_pers_alert_id_pers_alerts_id_fk: reference("alert", "persAlertId"),
  pers_alert_company_desks_company_id_companies_id_fk: reference("company", "companyId", ["alert", "alerts"]),
  pers_alert_company_desks_assignee_id_users_id_fk: reference("person", "assigneeId"),
  pers_alert_company_desks_closed_by_id_users_id_fk: reference("person", "closedById"),
  pers_alert_occurrences_pers_alert_id_pers_alerts_id_fk: reference("alert", "persAlertId"),
  pers_alerts_alert_id_alerts_id_fk: reference("alert", "alertId", ["alert", "alerts"]),
};
