import { expect, it } from "vitest";
import { inOrder } from "./user-role.rules";

const role = (name: string, mayChange: boolean, isHeld: boolean) => ({ name, mayChange, isHeld });
const roles = [
  role("closed", false, false),
  role("first", true, false),
  role("held", false, true),
  role("second", true, true),
  role("third", true, false),
];
const order = (of: typeof roles) => inOrder(of).map(({ name }) => name);

it("shows roles that can be changed first, and moves none when one is given or taken", () => {
  expect(order(roles)).toEqual(["first", "second", "third", "held", "closed"]);
  for (const changed of roles.filter(({ mayChange }) => mayChange)) {
    const after = roles.map((one) => (one === changed ? { ...one, isHeld: !one.isHeld } : one));
    expect(order(after), `after a change of ${changed.name}`).toEqual(order(roles));
  }
});
