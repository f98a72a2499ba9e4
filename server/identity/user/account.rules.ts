import type { users } from "@/db/schema";
import { AppError } from "@/server/kit/call/errors";

type User = typeof users.$inferSelect;
/** The columns of a person that may be changed. */
export type Values = Partial<Omit<typeof users.$inferInsert, "id" | "createdAt" | "updatedAt" | "version">>;

/** No pending address. */
export const settled = { pendingEmail: null, pendingEmailHash: null, pendingEmailUntil: null, pendingEmailById: null };

export function assertNotDisabled({ status }: Pick<User, "status">) {
  if (status === "disabled") throw new AppError("forbidden", "This account is disabled.");
}

/** The values, with the changes that a new status causes. */
export function withStatus(before: User, values: Values): Values {
  const { status } = values;
  if (status === undefined || status === before.status) return values;
  // The address of a pending account is not confirmed yet, so a password that came with it does not count, unless the
  // caller says that it does.
  const unproven = before.status === "pending" ? { passwordHash: null } : {};
  return { ...unproven, ...(status === "disabled" && settled), ...values };
}
