import { states } from "@/server/kit/states";

/** A person's place in a company. Who left, or was sent away, comes back by a new invitation. */
export const membershipStates = states({
  invited: ["active", "disabled"],
  active: ["disabled"],
  disabled: ["invited"],
});
