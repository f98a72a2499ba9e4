import { states } from "@/server/kit/states";

/** A pending account waits for the first proof that its address is its owner's; a disabled one may do nothing. */
export const userStates = states({
  pending: ["active", "disabled"],
  active: ["disabled"],
  disabled: ["active", "pending"],
});
