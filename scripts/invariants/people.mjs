// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

const anyRole = "(select id from company_roles limit 1)";

/** @type {Invariant[]} */
export const people = [
  {
    name: "an ended membership has no role",
    rows: "select id from user_companies where status = 'disabled' and company_role_id is not null",
    plant: [`update user_companies set status = 'disabled', company_role_id = ${anyRole}`],
  },
  {
    name: "an ended membership has no team",
    rows: "select id from user_companies where status = 'disabled' and company_team_id is not null",
    plant: ["update user_companies set status = 'disabled', company_team_id = (select id from company_teams limit 1)"],
  },
  {
    name: "the role of a membership is its company's",
    rows: `select m.id from user_companies m join company_roles r on r.id = m.company_role_id
      where r.company_id <> m.company_id`,
    plant: [`update user_companies set company_role_id = ${anyRole}`],
  },
  {
    name: "the team of a membership is its company's",
    rows: `select m.id from user_companies m join company_teams t on t.id = m.company_team_id
      where t.company_id <> m.company_id`,
    plant: ["update user_companies set company_team_id = (select id from company_teams limit 1)"],
  },
  {
    name: "an active member entered, and who is invited has not",
    rows: `select id from user_companies where status = 'active' and entry_date is null
      or status = 'invited' and entry_date is not null and entry_date > invitation_date`,
    plant: ["update user_companies set status = 'active', entry_date = null"],
  },
  {
    name: "somebody has one membership in a company",
    rows: "select user_id from user_companies group by 1, company_id having count(*) > 1",
    plant: [
      "update user_companies set user_id = (select id from users limit 1), company_id = (select id from companies limit 1)",
    ],
  },
  {
    name: "an invitation to a company is of a membership that is invited",
    rows: `select i.id from invitations i join user_companies m on m.id = i.user_company_id
      where m.status <> 'invited' or m.user_id <> i.user_id`,
    plant: [
      {
        into: "invitations",
        values: { user_company_id: "(select id from user_companies where status = 'active' limit 1)" },
      },
    ],
  },
  {
    name: "an invitation to an account is of one that waits",
    rows: `select i.id from invitations i join users u on u.id = i.user_id
      where i.user_company_id is null and u.status = 'disabled'`,
    plant: [
      { into: "invitations", values: { user_id: "(select id from users limit 1)" } },
      "update users set status = 'disabled'",
    ],
  },
  {
    name: "an admin of a company has the kind of account of one",
    rows: `select u.id from users u where u.type in ('Rider', 'Pro Center Member') and exists (
      select from user_companies m where m.user_id = u.id and m.status = 'active' and m.is_admin)`,
    plant: ["update users set type = 'Rider'"],
  },
  {
    name: "whose account is that of an admin is one, or waits to become one",
    rows: `select u.id from users u where u.type = 'Pro Center Admin' and u.status <> 'pending' and not exists (
      select from user_companies m where m.user_id = u.id and m.status = 'active' and m.is_admin)`,
    plant: ["update users set type = 'Pro Center Admin', status = 'active'"],
  },
  {
    name: "staff belong to no company",
    rows: `select u.id from users u join user_companies m on m.user_id = u.id and m.status = 'active'
      where u.type = 'Staff'`,
    plant: ["update users set type = 'Staff'"],
  },
  {
    name: "only an admin of a company was something else before",
    rows: "select id from users where type_before is not null and type <> 'Pro Center Admin'",
    plant: ["update users set type = 'Rider', type_before = 'Rider'"],
  },
  {
    name: "a company has one default role",
    rows: "select company_id from company_roles group by 1 having count(*) filter (where is_default) <> 1",
    plant: ["update company_roles set is_default = true"],
  },
  {
    name: "a default role is activated",
    rows: "select id from company_roles where is_default and not is_activated",
    plant: ["update company_roles set is_activated = false"],
  },
  {
    name: "roles of one company name those of that company",
    rows: `select a.id from company_roles a join company_roles b on b.id = a.role_manager_id where a.company_id <> b.company_id
      union all select m.id from company_role_allow_manage m join company_roles a on a.id = m.role_manager_id
        join company_roles b on b.id = m.role_id where a.company_id <> m.company_id or b.company_id <> m.company_id`,
    plant: [`update company_roles set role_manager_id = ${anyRole}`],
  },
  {
    name: "titles of the roles of a company differ",
    rows: "select company_id from company_roles group by 1, title having count(*) > 1",
    plant: ["update company_roles set title = 'One'"],
  },
  {
    name: "roles hold rights that there are",
    rows: `select r.id from roles r, unnest(r.permissions) held where held not in (select p.code from permissions p)
      union all select r.id from company_roles r, unnest(r.permissions) held where held not in (select p.code from permissions p)`,
    plant: ["update roles set permissions = '{no.such}'"],
  },
  {
    name: "a role outside of the backoffice holds rights of its own group",
    rows: `select r.id from roles r, unnest(r.permissions) held join permissions p on p.code = held
      where r.group_code <> 'BACKOFFICE' and p.group_code <> r.group_code`,
    plant: ["update roles set group_code = 'RIDER', permissions = array(select code from permissions)"],
  },
  {
    name: "companies hold rights of the Pro Center",
    rows: `select r.id from company_roles r, unnest(r.permissions) held join permissions p on p.code = held
        where p.group_code <> 'PRO_CENTER'
      union all select c.id from company_categories c, unnest(c.permissions) held join permissions p on p.code = held
        where p.group_code <> 'PRO_CENTER'`,
    plant: ["update company_categories set permissions = array(select code from permissions)"],
  },
  {
    name: "a role opens a portal of its group",
    rows: `select r.id from roles r join portals p on p.id = r.portal_id where p.group_role_portal_access_code <> r.group_code`,
    plant: ["update portals set group_role_portal_access_code = 'RIDER'"],
  },
  {
    name: "there is an active administrator",
    rows: `select 'nobody' where not exists (select from users u join user_roles h on h.user_id = u.id
      join roles r on r.id = h.role_id where u.status = 'active' and u.type = 'Staff' and r.code = 'ADMIN')`,
    plant: ["update users set status = 'disabled'"],
  },
  {
    name: "an address is one account's, in small letters",
    rows: "select lower(email) from users group by 1 having count(*) > 1 or bool_or(email <> lower(email))",
    plant: ["update users set email = upper(email)"],
  },
  {
    name: "an address that waits for its confirmation has a link, an end and who asked, and is another one",
    rows: `select id from users where num_nulls(pending_email, pending_email_hash, pending_email_until) not in (0, 3)
      or lower(pending_email) = email`,
    plant: ["update users set pending_email = 'another@persdesk.demo'"],
  },
  {
    name: "a disabled account has no session",
    rows: `select s.id from sessions s join users u on u.id = s.user_id
      where u.status = 'disabled' and s.revoked_at is null and s.expires_at > now()`,
    plant: [
      {
        into: "sessions",
        values: { user_id: "(select id from users limit 1)", expires_at: "now() + interval '1 day'" },
      },
      "update users set status = 'disabled'",
    ],
  },
  {
    name: "a session has one refresh token that was not used",
    rows: `select t.session_id from refresh_tokens t join sessions s on s.id = t.session_id
      where t.used_at is null and s.revoked_at is null group by 1 having count(*) > 1`,
    plant: [
      { into: "sessions", values: {} },
      { into: "refresh_tokens", values: { session_id: "(select id from sessions limit 1)", token_hash: "'a'" } },
      { into: "refresh_tokens", values: { session_id: "(select id from sessions limit 1)", token_hash: "'b'" } },
    ],
  },
  {
    name: "a session ends after it began, and a revoked one says why",
    rows: `select id from sessions where expires_at <= created_at
      or (revoked_at is null) <> (revoked_reason is null)`,
    plant: [{ into: "sessions", values: { expires_at: "now() - interval '1 day'" } }],
  },
  {
    name: "a session of switch-to says who acts, where, and why",
    rows: `select id from sessions where num_nulls(act_user_id, parent_id, user_company_id, reason) not in (0, 4)`,
    plant: [{ into: "sessions", values: { act_user_id: "gen_random_uuid()" } }],
  },
  {
    name: "recovery codes are of a second factor that is in force",
    rows: `select c.id from recovery_codes c where not exists (
      select from second_factors f where f.user_id = c.user_id and f.confirmed_at is not null)`,
    plant: [{ into: "recovery_codes", values: { user_id: "(select id from users limit 1)" } }],
  },
  {
    name: "the successor of a key is another key, with its name",
    rows: `select k.id from api_keys k left join api_keys s on s.id = k.successor_id
      where k.successor_id is not null and (s.id is null or s.id = k.id or s.name <> k.name)`,
    plant: ["update api_keys set successor_id = id"],
  },
  {
    name: "a code is tried five times",
    rows: "select email_hash from user_codes where tries > 5",
    plant: [{ into: "user_codes", values: { tries: "6" } }],
  },
  {
    name: "refusals that are one row lie in its hour",
    rows: `select id from sign_in_events where count < 1 or first_at > last_at
      or first_at < hour or last_at >= hour + interval '1 hour'`,
    plant: [{ into: "sign_in_events", values: { count: "0" } }],
  },
];
