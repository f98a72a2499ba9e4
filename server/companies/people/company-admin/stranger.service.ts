import { and, not, or, type SQL, sql } from "drizzle-orm";
import { userCompanies, users } from "@/db/schema";
import { containsAny, refersTo } from "@/server/kit/list/list-filters";

const isUnanswered = sql`(${userCompanies.entryDate} is null)`;

/** Whether the company wrote down whom it invited, and that person has not accepted. */
const isNamed = sql`(${isUnanswered} and ${userCompanies.invitedFirstName} is not null)`;

/**
 * Whether the person of a membership had an account before and has not accepted, for invitations of before names were
 * kept. Until they accept, a company that invites an address learns nothing about whose it is.
 */
const isStranger = sql`(${isUnanswered} and (${users.status} <> 'pending'
  or exists (select from ${userCompanies} as other where other.user_id = ${users.id} and other.id <> ${userCompanies.id})))`;

/** What of a member is shown, and which of them are found by a part of their name. */
export interface ShownPerson<UserId extends string | null = string | null> {
  /** of the account; null where it is not shown */
  userId: SQL<UserId>;
  firstName: SQL<string>;
  lastName: SQL<string>;
  phoneNumber: SQL<string | null>;
  isNamedLike: (part: string) => SQL | undefined;
}

const byName = containsAny(users.firstName, users.lastName);
const byInvitation = containsAny(userCompanies.invitedFirstName, userCompanies.invitedLastName);

/** Everything. */
export const shownToStaff: ShownPerson<string> = {
  userId: sql`${users.id}`,
  firstName: sql`${users.firstName}`,
  lastName: sql`${users.lastName}`,
  phoneNumber: sql`${users.phoneNumber}`,
  isNamedLike: (part) => refersTo(userCompanies.userId, users, byName(part)),
};

/** Until they accept, what the company itself wrote, whether the address has an account, is of staff, or is new. */
export const shownToTheirCompany: ShownPerson = {
  userId: sql`(case when ${isUnanswered} then null else ${users.id} end)`,
  firstName: sql`(case when ${isNamed} then ${userCompanies.invitedFirstName} when ${isStranger} then '' else ${users.firstName} end)`,
  lastName: sql`(case when ${isNamed} then ${userCompanies.invitedLastName} when ${isStranger} then '' else ${users.lastName} end)`,
  phoneNumber: sql`(case when ${isNamed} then ${userCompanies.invitedPhoneNumber} when ${isStranger} then null else ${users.phoneNumber} end)`,
  isNamedLike: (part) =>
    or(
      sql`(${isNamed} and ${byInvitation(part)})`,
      and(not(isNamed), refersTo(userCompanies.userId, users, and(byName(part), not(isStranger)))),
    ),
};
