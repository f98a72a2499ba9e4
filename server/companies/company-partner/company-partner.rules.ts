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

/** How many invitations a company may send a day, imports included; the others wait for staff. */
export const invitationsADay = 200;

export type PartnerKind = "dealer" | "subcontractor";
