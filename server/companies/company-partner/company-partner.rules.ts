import { states } from "@/server/kit/states";

/**
 * A partnership begins with an invitation. The partner accepts or refuses it; either side ends it, and the one that
 * invited may invite again.
 */
export const partnerStates = states({
  invited: ["accepted", "refused", "ended"],
  accepted: ["ended"],
  refused: ["invited"],
  ended: ["invited"],
});

export type PartnerKind = "dealer" | "subcontractor";
