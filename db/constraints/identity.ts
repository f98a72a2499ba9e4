import { type Constraints, reference, rule } from "./constraint";

export const identityConstraints: Constraints = {
  users_email: rule("A user with this e-mail address already exists.", "email"),
  users_pending_email_hash: rule("This link already exists."),
  users_email_lower: rule("E-mail addresses are stored in lower case.", "email"),
  users_country_id_countries_id_fk: reference("country", "countryId", ["user", "users"]),
  users_language_id_languages_id_fk: reference("language", "languageId", ["user", "users"]),
  user_optins_pair: rule("The user already has preferences for this app.", "platformTechKey"),
  user_optins_user_id_users_id_fk: reference("user", "userId"),
  user_optins_platform_tech_key_platform_techs_key_fk: reference("app", "platformTechKey", [
    "user's preferences",
    "users' preferences",
  ]),
  user_optins_language_id_languages_id_fk: reference("language", "languageId", [
    "user's preferences",
    "users' preferences",
  ]),

  groups_code: rule("A group with this code already exists.", "code"),
  portals_key: rule("A portal with this key already exists.", "key"),
  portals_group_role_portal_access_code_groups_code_fk: reference("group", "groupRolePortalAccessCode", [
    "portal",
    "portals",
  ]),
  platform_techs_key: rule("An app with this key already exists.", "key"),
  platform_techs_portal_id_portals_id_fk: reference("portal", "portalId", ["app", "apps"]),
  permissions_code: rule("A permission with this code already exists.", "code"),
  permissions_group_code_groups_code_fk: reference("group", "groupCode", ["permission", "permissions"]),
  permissions_module_id_modules_id_fk: reference("module", "moduleId", ["permission", "permissions"]),

  roles_code: rule("A role with this code already exists.", "code"),
  roles_group_code_groups_code_fk: reference("group", "groupCode", ["role", "roles"]),
  roles_portal_id_portals_id_fk: reference("portal", "portalId", ["role", "roles"]),
  role_allow_manage_pair: rule("The matrix already has this pair of roles.", "roleManagerId", "roleId"),
  role_allow_manage_role_manager_id_roles_id_fk: reference("role", "roleManagerId"),
  role_allow_manage_role_id_roles_id_fk: reference("role", "roleId"),
  user_roles_user_id_role_id_pk: rule("The user already holds this role.", "roleId"),
  user_roles_user_id_users_id_fk: reference("user", "userId"),
  user_roles_role_id_roles_id_fk: reference("role", "roleId", ["user", "users"]),

  sessions_user_id_users_id_fk: reference("user", "userId"),
  sessions_act_user_id_users_id_fk: reference("user", "actUserId"),
  sign_in_events_alike: rule("This sign-in event is counted already."),
  sign_in_events_user_id_users_id_fk: reference("user", "userId"),
  refresh_tokens_hash: rule("This refresh token already exists."),
  refresh_tokens_session_id_sessions_id_fk: reference("session", "sessionId"),
  user_codes_email_hash_purpose_pk: rule("There is already a code for this address.", "email"),
  recovery_codes_user_id_users_id_fk: reference("user", "userId"),
  second_factors_user_id_users_id_fk: reference("user", "userId"),

  invitations_token: rule("This invitation already exists."),
  invitations_pair: rule("This person already has an open invitation.", "email"),
  invitations_user_id_users_id_fk: reference("user", "userId"),
  invitations_user_company_id_user_companies_id_fk: reference("membership", "userCompanyId"),
  invitations_inviter_id_users_id_fk: reference("user", "inviterId"),

  api_keys_hash: rule("This API key already exists."),
  api_keys_prefix: rule("An API key with this prefix already exists."),
  api_keys_name: rule("An API key with this name already exists.", "name"),
  api_keys_successor: rule("This API key already takes the place of another one."),
};
