import type { companyLinks } from "@/db/schema";
import { states } from "@/server/kit/call/states";

/**
 * A partnership begins with an invitation. The partner accepts or refuses it; where it accepts under another address than
 * the one invited, the company that invited confirms. Either side ends it, and the one that invited may invite again.
 */
export const partnerStates = states({
  invited: ["accepted", "to_confirm", "refused", "ended"],
  to_confirm: ["accepted", "ended"],
  accepted: ["ended"],
  refused: ["invited"],
  ended: ["invited"],
});

export type PartnerLink = typeof companyLinks.$inferSelect;
export type PartnerKind = "dealer" | "subcontractor";
