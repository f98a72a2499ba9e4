import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant, stamps } from "./column";
import { platform } from "./pg-schema";

/** One line of what an erasure does, or did. */
export interface ErasureLine {
  /** what people call it, such as "E-mails sent to them" */
  what: string;
  does: "deleted" | "masked" | "kept";
  count: number;
  /** why it is kept */
  why?: string;
}

/** A person who is to be forgotten: asked for by one of staff, confirmed by another. */
export const erasures = platform.table(
  "erasures",
  {
    id: id(),
    /** the person's address until it is done; then only its hash is left */
    email: text(),
    emailHash: text().notNull(),
    /** their account, where they have one */
    userId: uuid(),
    /** what stands in place of their name afterwards */
    pseudonym: text().notNull(),
    reason: text().notNull(),
    status: text({ enum: ["requested", "done", "cancelled"] }).notNull(),
    requestedById: uuid().notNull(),
    requestedBy: text().notNull(),
    /** it can be confirmed until then */
    lapsesAt: instant().notNull(),
    confirmedById: uuid(),
    confirmedBy: text(),
    doneAt: instant(),
    planHash: text(),
    lines: jsonb().$type<ErasureLine[]>(),
    ...stamps(),
  },
  (t) => [
    index("erasures_created_at").on(t.createdAt, t.id),
    uniqueIndex("erasures_one_open").on(t.emailHash).where(sql`status = 'requested'`),
  ],
);

/** For how many days a kind of log is kept; without a row, or a number, for ever. */
export const retentions = platform.table(
  "retentions",
  { id: id(), kind: text().notNull(), days: integer(), ...stamps() },
  (t) => [uniqueIndex("retentions_kind").on(t.kind)],
);
