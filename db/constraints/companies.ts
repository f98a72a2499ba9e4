import { type Constraints, reference, rule } from "./constraint";

export const companyConstraints: Constraints = {
  company_categories_code: rule("A company category with this code already exists.", "code"),

  companies_register_number: rule("A company with this register number already exists.", "registerNumber"),
  companies_country_id_countries_id_fk: reference("country", "countryId", ["company", "companies"]),
  companies_company_category_id_company_categories_id_fk: reference("company category", "companyCategoryId", [
    "company",
    "companies",
  ]),

  company_roles_title: rule("The company already has a role with this title.", "title"),
  company_roles_company_id_companies_id_fk: reference("company", "companyId", ["company role", "company roles"]),

  user_companies_pair: rule("This person already belongs to the company.", "userId"),
  user_companies_user_id_users_id_fk: reference("user", "userId", [
    "membership of a company",
    "memberships of companies",
  ]),
  user_companies_company_id_companies_id_fk: reference("company", "companyId", ["member", "members"]),
  user_companies_company_role_id_company_roles_id_fk: reference("company role", "companyRoleId", ["member", "members"]),

  company_links_triple: rule("The two companies are already linked in this way.", "linkedCompanyId"),
  company_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to another company",
    "links to other companies",
  ]),
  company_links_linked_company_id_companies_id_fk: reference("company", "linkedCompanyId", [
    "link of another company",
    "links of other companies",
  ]),

  company_pers_links_type: rule("The link type is 1 (manufacturer) or 2 (subcontractor).", "linkType"),
  company_pers_links_dates: rule("The end date cannot be before the start date.", "endDate"),
  company_pers_links_open: rule("The PERS device already has an open link of this type.", "persId"),
  company_pers_links_pers_id_pers_id_fk: reference("PERS device", "persId"),
  company_pers_links_company_id_companies_id_fk: reference("company", "companyId", [
    "link to a PERS device",
    "links to PERS devices",
  ]),
};
