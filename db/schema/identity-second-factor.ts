import { index, integer, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./column";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

/** A person's authenticator (RFC 6238); in force once it was confirmed with a code of its own. */
export const secondFactors = backoffice.table("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** sealed by one of DATA_KEYS, whose id stands in front; null where only an earlier version sealed it (ADR 95) */
  sealed: text(),
  /** the same sealed by NEXTAUTH_SECRET, for versions that know no `sealed`; empty once there are several secrets */
  secretSealed: text().notNull(),
  confirmedAt: instant(),
  /** the 30-second step of the last accepted code, so that no code is accepted twice */
  lastStep: integer().notNull().default(0),
  createdAt: createdAt(),
});

/** Codes for people who lost their authenticator. Each works once; only a keyed hash is stored. */
export const recoveryCodes = backoffice.table(
  "recovery_codes",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    /** the id of the NEXTAUTH_SECRET that the hash is keyed with; null where an earlier version made it */
    keyId: text(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);
