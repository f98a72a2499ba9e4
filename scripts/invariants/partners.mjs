// @ts-check
/** @import { Invariant } from "../invariants.mjs" */

/** Grants of a table, made by a company to one that is no partner of that kind, or has not accepted. */
const withoutPartnership = (
  /** @type {string} */ table,
  /** @type {string} */ kind,
  where = "true",
) => `select g.id from ${table} g where g.granted_by_company_id is not null and ${where} and not exists (
  select from company_links l where l.company_id = g.granted_by_company_id and l.linked_company_id = g.company_id
    and l.kind = '${kind}' and l.status = 'accepted')`;

const anyGrantor = "(select id from companies limit 1)";

/** @type {Invariant[]} */
export const partners = [
  {
    name: "a device is handed over to an accepted subcontractor only",
    rows: withoutPartnership("company_pers_links", "subcontractor", "g.end_date is null"),
    plant: [`update company_pers_links set granted_by_company_id = company_id where end_date is null`],
  },
  {
    name: "a brand is handed over to an accepted subcontractor only",
    rows: withoutPartnership("company_vehicle_brand_links", "subcontractor"),
    plant: [`update company_vehicle_brand_links set granted_by_company_id = company_id`],
  },
  {
    name: "a vehicle is handed over to an accepted dealer only",
    rows: withoutPartnership("dealer_vehicles", "dealer"),
    plant: [`update dealer_vehicles set granted_by_company_id = company_id`],
  },
  {
    name: "what a company hands over is handed over for service",
    rows: `select id from company_pers_links where granted_by_company_id is not null and link_type <> 2
      union all select id from company_vehicle_brand_links where granted_by_company_id is not null and link_type <> 2`,
    plant: [`update company_pers_links set link_type = 1, granted_by_company_id = ${anyGrantor}`],
  },
  {
    name: "no company hands anything over to itself",
    rows: `select id from company_pers_links where granted_by_company_id = company_id
      union all select id from company_vehicle_brand_links where granted_by_company_id = company_id
      union all select id from dealer_vehicles where granted_by_company_id = company_id`,
    plant: ["update dealer_vehicles set granted_by_company_id = company_id"],
  },
  {
    name: "a device has at most one open link of a kind",
    rows: "select pers_id from company_pers_links where end_date is null group by 1, link_type having count(*) > 1",
    plant: ["update company_pers_links set end_date = null, link_type = 1, pers_id = (select id from pers limit 1)"],
  },
  {
    name: "a vehicle has at most one open link to a company",
    rows: "select vehicle_id from company_vehicle_links where end_date is null group by 1 having count(*) > 1",
    plant: ["update company_vehicle_links set end_date = null, vehicle_id = (select id from vehicles limit 1)"],
  },
  {
    name: "a vehicle is with one dealer",
    rows: "select vehicle_id from dealer_vehicles group by 1 having count(*) > 1",
    plant: ["update dealer_vehicles set vehicle_id = (select id from vehicles limit 1)"],
  },
  {
    name: "a brand is linked to a company once by the same",
    rows: `select company_id, vehicle_brand_id from company_vehicle_brand_links
      group by 1, 2, link_type, granted_by_company_id having count(*) > 1`,
    plant: [
      `update company_vehicle_brand_links set link_type = 1, granted_by_company_id = null, company_id = ${anyGrantor},
        vehicle_brand_id = (select id from vehicle_brands limit 1)`,
    ],
  },
  {
    name: "no company is its own partner",
    rows: "select id from company_links where company_id = linked_company_id",
    plant: ["update company_links set linked_company_id = company_id"],
  },
  {
    name: "two companies are partners of a kind once",
    rows: "select company_id from company_links group by 1, linked_company_id, kind having count(*) > 1",
    plant: [`update company_links set company_id = ${anyGrantor}, linked_company_id = ${anyGrantor}, kind = 'dealer'`],
  },
  {
    name: "an invitation that is open was accepted by nobody",
    rows: "select id from company_links where status = 'invited' and (accepted_at is not null or accepted_email is not null)",
    plant: ["update company_links set status = 'invited', accepted_at = now()"],
  },
  {
    name: "a partnership that waits for its confirmation says who accepted",
    rows: "select id from company_links where status = 'to_confirm' and num_nulls(accepted_at, accepted_email) > 0",
    plant: ["update company_links set status = 'to_confirm', accepted_at = null"],
  },
  {
    name: "whoever waits to be confirmed has another address than the one invited",
    rows: "select id from company_links where status = 'to_confirm' and lower(accepted_email) = lower(email)",
    plant: [
      "update company_links set status = 'to_confirm', accepted_at = now(), email = 'a@b.c', accepted_email = 'A@b.c'",
    ],
  },
  {
    name: "an accepted partner is a company that somebody entered",
    rows: `select l.id from company_links l join companies c on c.id = l.linked_company_id
      where l.status = 'accepted' and c.status = 'pending'`,
    plant: ["update companies set status = 'pending'"],
  },
  {
    name: "a company that waits for its first person was invited by another one",
    rows: "select id from companies where status = 'pending' and created_by_company_id is null",
    plant: ["update companies set status = 'pending', created_by_company_id = null"],
  },
  {
    name: "a register number is one company's, without blanks, dots, hyphens and case",
    rows: `select register_key from companies where register_key is not null and not is_duplicate
      group by 1 having count(*) > 1`,
    plant: ["update companies set register_number = 'X 1', is_duplicate = false, closed_as = null"],
  },
  {
    name: "a duplicate has the register number of another company",
    rows: `select id from companies c where is_duplicate and closed_as is null and not exists (
      select from companies o where o.register_key = c.register_key and not o.is_duplicate and o.closed_as is null)`,
    plant: ["update companies set is_duplicate = true"],
  },
  {
    name: "a company that staff closed is disabled",
    rows: "select id from companies where closed_as is not null and status <> 'disabled'",
    plant: ["update companies set closed_as = 'refused', status = 'active'"],
  },
  {
    name: "nobody decided what waits, and somebody what does not",
    rows: "select id from company_entry_requests where (status = 'waiting') <> (decided_at is null)",
    plant: [{ into: "company_entry_requests", values: { status: "'waiting'", decided_at: "now()" } }],
  },
  {
    name: "what is prepared for a partner waits for its acceptance",
    rows: `select h.id from prepared_handovers h join company_links l on l.id = h.company_link_id
      where l.status not in ('invited', 'to_confirm')`,
    plant: [
      {
        into: "prepared_handovers",
        values: { company_link_id: "(select id from company_links where status = 'accepted' limit 1)" },
      },
    ],
  },
  {
    name: "an invitation that was answered has no link that works",
    rows: "select id from partner_invitations where answered_at is not null and token_hash is not null",
    plant: [{ into: "partner_invitations", values: { answered_at: "now()", token_hash: "'x'" } }],
  },
  {
    name: "a company is merged into another one",
    rows: "select id from company_merges where from_company_id = into_company_id",
    plant: [{ into: "company_merges", values: { from_company_id: anyGrantor, into_company_id: anyGrantor } }],
  },
];
