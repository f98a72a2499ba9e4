import { index, integer, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./column";
import { users } from "./identity";
import { backoffice } from "./pg-schema";

/** A person's authenticator (RFC 6238); in force once it was confirmed with a code of its own. */
export const secondFactors = backoffice.table("second_factors", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
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
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_codes_user").on(t.userId)],
);
