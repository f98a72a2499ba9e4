import { states } from "@/server/kit/call/states";

/** A company waits for its first person where another one made it by an invitation; none begins to wait again. */
export const companyStates = states({
  pending: ["active", "disabled"],
  active: ["disabled"],
  disabled: ["active"],
});
