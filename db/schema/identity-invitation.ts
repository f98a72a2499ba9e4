import { index, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./column";
import { userCompanies } from "./company-member";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

/** The one live invitation of a person to a company, or (without one) to their account: 7 days, stored hashed. */
export const invitations = backoffice.table(
  "invitations",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userCompanyId: uuid().references(() => userCompanies.id, { onDelete: "cascade" }),
    /** the staff member or company admin who sent it */
    inviterId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** what the person is given when they accept an account, where the inviter may still give it */
    roleIds: uuid().array().notNull().default([]),
    tokenHash: text().notNull().unique("invitations_token"),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("invitations_pair").on(t.userId, t.userCompanyId).nullsNotDistinct(),
    index("invitations_expires_at").on(t.expiresAt),
    index("invitations_user_company").on(t.userCompanyId),
    index("invitations_inviter").on(t.inviterId),
  ],
);
