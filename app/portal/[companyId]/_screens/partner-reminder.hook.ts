"use client";

import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { useCompanyId } from "./company-id.hook";

/**
 * Reminds partners who have not answered: the chosen ones, or all of them.
 * @returns what became of it, in words
 */
export function useReminders(kind: "dealers" | "subcontractors") {
  const companyId = useCompanyId();
  const utils = trpc.useUtils();
  const remind = {
    dealers: trpc.dealers.remind.useMutation(),
    subcontractors: trpc.subcontractors.remind.useMutation(),
  }[kind];
  return async (ids?: string[]) => {
    const { sent, tooSoon, spent, beyond } = await remind.mutateAsync({ companyId, ids });
    await utils[kind].invalidate();
    return [
      t("{count, plural, =0 {Nobody reminded} one {# reminder sent} other {# reminders sent}}", { count: sent }),
      tooSoon > 0 &&
        t("{count, plural, one {# was written to} other {# were written to}} in the last three days", {
          count: tooSoon,
        }),
      spent > 0 && t("{count, plural, one {# has} other {# have}} had three reminders", { count: spent }),
      beyond > 0 && t("{count, plural, one {# is} other {# are}} beyond the invitations of today", { count: beyond }),
    ]
      .filter(Boolean)
      .join("; ");
  };
}
