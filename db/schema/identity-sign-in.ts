import { sql } from "drizzle-orm";
import { index, integer, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./column";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

/**
 * Refused sign-ins and codes, and resets that were asked for: those of one hour that are alike are one row. Written at
 * once, outside of transactions, so that a refusal does not undo it.
 */
export const signInEvents = backoffice.table(
  "sign_in_events",
  {
    id: id(),
    hour: instant().notNull(),
    kind: text({ enum: ["sign-in", "second-factor", "password", "switch-to", "code", "reset"] }).notNull(),
    reason: text({
      enum: ["wrong", "too-many", "not-activated", "disabled", "not-enrolled", "asked"],
    }).notNull(),
    /** the account, where the address has one */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** an address without an account: a hash with a key, so that it can be looked for and not be read */
    emailHash: text(),
    /** where it came from: an IPv4 address, or the network of an IPv6 one */
    network: text(),
    count: integer().notNull().default(1),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [
    unique("sign_in_events_alike").on(t.hour, t.kind, t.reason, t.userId, t.emailHash, t.network).nullsNotDistinct(),
    index("sign_in_events_last_at").on(t.lastAt, t.id),
    index("sign_in_events_user").on(t.userId, t.lastAt),
    index("sign_in_events_email_hash").on(t.emailHash).where(sql`email_hash is not null`),
    index("sign_in_events_network").on(t.network, t.lastAt),
  ],
);
