import { not, type SQL, sql } from "drizzle-orm";
import { userCompanies, users } from "@/db/schema";

/**
 * Whether the person of a membership had an account before and has not accepted. Until they do, a company that invites an
 * address learns nothing about whose it is.
 */
const isStranger = sql`(${userCompanies.entryDate} is null and (${users.status} <> 'pending'
  or exists (select from ${userCompanies} as other where other.user_id = ${users.id} and other.id <> ${userCompanies.id})))`;

/** What of a member is shown, and which of them are found by their name. */
export interface ShownPerson {
  firstName: SQL<string>;
  lastName: SQL<string>;
  phoneNumber: SQL<string | null>;
  isFound?: SQL;
}

/** Everything. */
export const shownToStaff: ShownPerson = {
  firstName: sql`${users.firstName}`,
  lastName: sql`${users.lastName}`,
  phoneNumber: sql`${users.phoneNumber}`,
};

/** Of a stranger nothing but the address, which the company gave itself. */
export const shownToTheirCompany: ShownPerson = {
  firstName: sql`(case when ${isStranger} then '' else ${users.firstName} end)`,
  lastName: sql`(case when ${isStranger} then '' else ${users.lastName} end)`,
  phoneNumber: sql`(case when ${isStranger} then null else ${users.phoneNumber} end)`,
  isFound: not(isStranger),
};
