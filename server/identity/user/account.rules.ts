import type { users } from "@/db/schema";
import { AppError } from "@/server/kit/errors";

type User = typeof users.$inferSelect;
/** What may be written over a person's row. */
export type Values = Partial<Omit<typeof users.$inferInsert, "id" | "createdAt" | "updatedAt" | "version">>;

/** No other address waits to be confirmed. */
export const settled = { pendingEmail: null, pendingEmailHash: null, pendingEmailUntil: null, pendingEmailById: null };

export function assertNotDisabled({ status }: Pick<User, "status">) {
  if (status === "disabled") throw new AppError("forbidden", "This account is disabled.");
}

/** The values, with what a new status takes with it. */
export function withStatus(before: User, values: Values): Values {
  const { status } = values;
  if (status === undefined || status === before.status) return values;
  // Nobody has shown yet that the address of a pending account is theirs, so a password that came with it does not
  // count, unless who writes it says that it does.
  const unproven = before.status === "pending" ? { passwordHash: null } : {};
  return { ...unproven, ...(status === "disabled" && settled), ...values };
}
