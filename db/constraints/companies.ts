import { type Constraints, reference, rule, translationConstraints } from "./constraint";

export const companyConstraints: Constraints = {
  company_categories_code: rule("A company category with this code already exists.", "code"),
  ...translationConstraints("company_category_translations", "company_categories", "company category"),

  companies_register_key: rule("A company with this register number already exists.", "registerNumber"),
  companies_country_id_countries_id_fk: reference("country", "countryId", ["company", "companies"]),
  companies_company_category_id_company_categories_id_fk: reference("company category", "companyCategoryId", [
    "company",
    "companies",
  ]),

  companies_created_by_company_id_companies_id_fk: reference("company", "companyId", [
    "company that it invited",
    "companies that it invited",
  ]),

  company_roles_title: rule("The company already has a role with this title.", "title"),
  company_roles_company_id_companies_id_fk: reference("company", "companyId", ["company role", "company roles"]),
  company_roles_one_default: rule("The company already has a default role.", "isDefault"),
  company_roles_role_manager_id_company_roles_id_fk: reference("company role", "roleManagerId", [
    "role that it manages",
    "roles that it manages",
  ]),
  ...translationConstraints("company_role_translations", "company_roles", "company role"),
  company_role_allow_manage_pair: rule("The matrix already has this pair of roles.", "roleManagerId", "roleId"),
  company_role_allow_manage_company_id_companies_id_fk: reference("company", "companyId", [
    "rule about granting roles",
    "rules about granting roles",
  ]),
  company_role_allow_manage_role_manager_id_company_roles_id_fk: reference("company role", "roleManagerId"),
  company_role_allow_manage_role_id_company_roles_id_fk: reference("company role", "roleId"),

  mail_templates_code: rule("A mail template with this code already exists.", "code"),
  ...translationConstraints("mail_template_translations", "mail_templates", "mail template"),
  company_mail_looks_company_id: rule("The company already has a look of its own.", "companyId"),
  company_mail_looks_company_id_companies_id_fk: reference("company", "companyId", ["look of mails", "looks of mails"]),
  company_mail_templates_language: rule("The company already has a text of its own in this language.", "languageId"),
  company_mail_templates_company_id_companies_id_fk: reference("company", "companyId", [
    "mail text of its own",
    "mail texts of its own",
  ]),
  company_mail_templates_mail_template_id_mail_templates_id_fk: reference("mail template", "mailTemplateId", [
    "text of a company",
    "texts of companies",
  ]),
  company_mail_templates_language_id_languages_id_fk: reference("language", "languageId", [
    "mail text of a company",
    "mail texts of companies",
  ]),

  user_companies_pair: rule("This person already belongs to the company.", "userId"),
  user_companies_user_id_users_id_fk: reference("user", "userId", [
    "membership of a company",
    "memberships of companies",
  ]),
  user_companies_company_id_companies_id_fk: reference("company", "companyId", ["member", "members"]),
  user_companies_company_role_id_company_roles_id_fk: reference("company role", "companyRoleId", ["member", "members"]),

  user_companies_company_team_id_company_teams_id_fk: reference("team", "companyTeamId", ["pilot", "pilots"]),

  company_links_triple: rule("The two companies are already linked in this way.", "linkedCompanyId"),
  company_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to another company",
    "links to other companies",
  ]),
  company_links_linked_company_id_companies_id_fk: reference("company", "linkedCompanyId", [
    "link of another company",
    "links of other companies",
  ]),

  partner_invitations_link: rule("The partnership has an invitation already.", "companyLinkId"),
  partner_invitations_token: rule("This invitation exists already.", "token"),
  partner_invitations_company_link_id_company_links_id_fk: reference("partnership", "companyLinkId", [
    "invitation of a partner",
    "invitations of partners",
  ]),
  partner_invitations_inviter_id_users_id_fk: reference("user", "inviterId"),
  partner_invitations_language_id_languages_id_fk: reference("language", "languageId", [
    "invitation of a partner",
    "invitations of partners",
  ]),
  partner_invitations_user_id_users_id_fk: reference("user", "userId"),

  company_entry_requests_waiting: rule("This person waits to be let in already.", "userId"),
  company_entry_requests_company_id_companies_id_fk: reference("company", "companyId", [
    "person who asked to be let in",
    "people who asked to be let in",
  ]),
  company_entry_requests_user_id_users_id_fk: reference("user", "userId"),
  company_entry_requests_partner_invitation_id_partner_invitations_id_fk: reference(
    "invitation of a partner",
    "partnerInvitationId",
    ["person who asked to be let in", "people who asked to be let in"],
  ),
  company_entry_requests_decided_by_id_users_id_fk: reference("user", "decidedById"),

  prepared_handovers_one: rule("Name one vehicle, one PERS device or one brand.", "vehicleId"),
  prepared_handovers_once: rule("This is prepared already.", "vehicleId"),
  prepared_handovers_company_link_id_company_links_id_fk: reference("partnership", "companyLinkId", [
    "prepared hand-over",
    "prepared hand-overs",
  ]),
  prepared_handovers_vehicle_id_vehicles_id_fk: reference("vehicle", "vehicleId", [
    "prepared hand-over",
    "prepared hand-overs",
  ]),
  prepared_handovers_pers_id_pers_id_fk: reference("PERS device", "persId", [
    "prepared hand-over",
    "prepared hand-overs",
  ]),
  prepared_handovers_vehicle_brand_id_vehicle_brands_id_fk: reference("vehicle brand", "vehicleBrandId", [
    "prepared hand-over",
    "prepared hand-overs",
  ]),

  company_merges_from_company_id_companies_id_fk: reference("company", "fromCompanyId", ["merge", "merges"]),
  company_merges_into_company_id_companies_id_fk: reference("company", "intoCompanyId", ["merge", "merges"]),
  company_merge_parts_merge_id_part_pk: rule("This part of the merge exists already.", "part"),
  company_merge_parts_merge_id_company_merges_id_fk: reference("merge", "mergeId"),

  company_pers_links_type: rule("The link type is 1 (manufacturer) or 2 (subcontractor).", "linkType"),
  company_pers_links_dates: rule("The end date cannot be before the start date.", "endDate"),
  company_pers_links_open: rule("The PERS device already has an open link of this type.", "persId"),
  company_pers_links_one_company: rule("The PERS device has another link of this type in that period.", "startDate"),
  company_pers_links_pers_id_pers_id_fk: reference("PERS device", "persId"),
  company_pers_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to a PERS device",
    "links to PERS devices",
  ]),
  company_pers_links_granted_by_company_id_companies_id_fk: reference("company", "grantedByCompanyId", [
    "PERS device that it handed over",
    "PERS devices that it handed over",
  ]),

  company_preferences_company: rule("The company has preferences already.", "companyId"),
  company_preferences_company_id_companies_id_fk: reference("company", "companyId", [
    "set of preferences",
    "sets of preferences",
  ]),
  company_preferences_language_id_languages_id_fk: reference("language", "languageId", [
    "company's preferences",
    "companies' preferences",
  ]),
  company_teams_company_id_companies_id_fk: reference("company", "companyId", ["team", "teams"]),
  company_partner_referents_email: rule("A partner referent with this e-mail address already exists.", "email"),
  company_partner_referents_country_id_countries_id_fk: reference("country", "countryId", [
    "partner referent",
    "partner referents",
  ]),
  company_partner_referent_companies_referent_id_company_id_pk: rule(
    "The partner referent already has this company.",
    "companyIds",
  ),
  company_partner_referent_companies_referent_id_company_partner_referents_id_fk: reference(
    "partner referent",
    "referentId",
  ),
  company_partner_referent_companies_company_id_companies_id_fk: reference("company", "companyIds", [
    "partner referent",
    "partner referents",
  ]),

  company_vehicle_links_dates: rule("The end date cannot be before the start date.", "endDate"),
  company_vehicle_links_open: rule("The vehicle already belongs to a company.", "vehicleId"),
  company_vehicle_links_one_company: rule("The vehicle belongs to another company in that period.", "startDate"),
  company_vehicle_links_vehicle_id_vehicles_id_fk: reference("vehicle", "vehicleId"),
  company_vehicle_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to a vehicle",
    "links to vehicles",
  ]),

  company_vehicle_brand_links_type: rule("The link type is 1 (manufacturer) or 2 (subcontractor).", "linkType"),
  company_vehicle_brand_links_key: rule("The company already has this brand with this link type.", "vehicleBrandId"),
  company_vehicle_brand_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to a vehicle brand",
    "links to vehicle brands",
  ]),
  company_vehicle_brand_links_vehicle_brand_id_vehicle_brands_id_fk: reference("vehicle brand", "vehicleBrandId", [
    "link to a company",
    "links to companies",
  ]),
  company_vehicle_brand_links_granted_by_company_id_companies_id_fk: reference("company", "grantedByCompanyId", [
    "vehicle brand that it handed over",
    "vehicle brands that it handed over",
  ]),
};
