import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, stamps } from "./column";
import { companies, companyLinks } from "./companies";
import { pers, vehicleBrands, vehicles } from "./devices";
import { users } from "./identity";
import { languages } from "./language";
import { backoffice } from "./pg-schema";

/** The invitation of a partner as it was mailed: one a partnership; it begins again when the partner is invited again. */
export const partnerInvitations = backoffice.table(
  "partner_invitations",
  {
    id: id(),
    companyLinkId: uuid()
      .notNull()
      .unique("partner_invitations_link")
      .references(() => companyLinks.id),
    /** who invites, for their company */
    inviterId: uuid().references(() => users.id, { onDelete: "set null" }),
    email: text().notNull(),
    languageId: uuid().references(() => languages.id),
    /** why, in the inviter's words */
    reason: text(),
    /** of the link that was mailed; null where none works any more */
    tokenHash: text().unique("partner_invitations_token"),
    /** the mail in the mail log */
    mailId: uuid(),
    expiresAt: instant(),
    sentAt: instant(),
    deliveredAt: instant(),
    /** when the button of its page was first pressed */
    openedAt: instant(),
    answeredAt: instant(),
    /** who proved the mailbox */
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    remindersCount: integer().notNull().default(0),
    lastRemindedAt: instant(),
    ...stamps(),
  },
  (t) => [
    index("partner_invitations_inviter").on(t.inviterId),
    index("partner_invitations_user").on(t.userId),
    index("partner_invitations_language").on(t.languageId),
    index("partner_invitations_email").on(t.email),
    index("partner_invitations_mail").on(t.mailId),
  ],
);

/** Somebody whom a company invited as another company, which is known: that one's admins are asked to let them in. */
export const companyEntryRequests = backoffice.table(
  "company_entry_requests",
  {
    id: id(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    partnerInvitationId: uuid().references(() => partnerInvitations.id),
    status: text({ enum: ["waiting", "let_in", "refused"] })
      .notNull()
      .default("waiting"),
    decidedById: uuid().references(() => users.id, { onDelete: "set null" }),
    decidedAt: instant(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex("company_entry_requests_waiting").on(t.companyId, t.userId).where(sql`status = 'waiting'`),
    index("company_entry_requests_newest").on(t.companyId, t.createdAt, t.id),
    index("company_entry_requests_user").on(t.userId),
    index("company_entry_requests_invitation").on(t.partnerInvitationId),
    index("company_entry_requests_decided_by").on(t.decidedById),
  ],
);

/** What a company means to hand to a partner that has not accepted yet: one vehicle, PERS device or brand a row. */
export const preparedHandovers = backoffice.table(
  "prepared_handovers",
  {
    id: id(),
    companyLinkId: uuid()
      .notNull()
      .references(() => companyLinks.id),
    vehicleId: uuid().references(() => vehicles.id),
    persId: uuid().references(() => pers.id),
    vehicleBrandId: uuid().references(() => vehicleBrands.id),
    createdAt: createdAt(),
  },
  (t) => [
    check("prepared_handovers_one", sql`num_nonnulls(vehicle_id, pers_id, vehicle_brand_id) = 1`),
    unique("prepared_handovers_once").on(t.companyLinkId, t.vehicleId, t.persId, t.vehicleBrandId).nullsNotDistinct(),
    index("prepared_handovers_vehicle").on(t.vehicleId),
    index("prepared_handovers_pers").on(t.persId),
    index("prepared_handovers_brand").on(t.vehicleBrandId),
  ],
);

/** Two companies that staff made one: what belonged to the one belongs to the other, until it is undone. */
export const companyMerges = backoffice.table(
  "company_merges",
  {
    id: id(),
    fromCompanyId: uuid()
      .notNull()
      .references(() => companies.id),
    intoCompanyId: uuid()
      .notNull()
      .references(() => companies.id),
    /** what was moved and what was left, table by table */
    counts: jsonb().$type<Record<string, number>>().notNull(),
    undoUntil: instant().notNull(),
    undoneAt: instant(),
    ...stamps(),
  },
  (t) => [
    index("company_merges_from").on(t.fromCompanyId),
    index("company_merges_into").on(t.intoCompanyId),
    index("company_merges_created_at").on(t.createdAt, t.id),
  ],
);

/** A row that a merge changed, with what changed of it; the whole row where it was removed. */
export interface MergedRow {
  id: string;
  before: Record<string, unknown>;
  /** what the merge made of it; an undo leaves a row that is something else by now */
  after?: Record<string, unknown>;
}

/** What a merge changed in one table, in parts; kept as long as it may be undone. */
export const companyMergeParts = backoffice.table(
  "company_merge_parts",
  {
    mergeId: uuid()
      .notNull()
      .references(() => companyMerges.id, { onDelete: "cascade" }),
    part: integer().notNull(),
    tableName: text().notNull(),
    kind: text({ enum: ["changed", "removed"] }).notNull(),
    rows: jsonb().$type<MergedRow[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.mergeId, t.part] })],
);
