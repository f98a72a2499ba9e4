import { states } from "@/server/kit/call/states";

/** A person's place in a company. Somebody who left, or was removed, comes back by a new invitation. */
export const membershipStates = states({
  invited: ["active", "disabled"],
  active: ["disabled"],
  disabled: ["invited"],
});
