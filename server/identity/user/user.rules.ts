import { states } from "@/server/kit/call/states";

/** A pending account waits until its address is confirmed; a disabled one may do nothing. */
export const userStates = states({
  pending: ["active", "disabled"],
  active: ["disabled"],
  disabled: ["active", "pending"],
});
