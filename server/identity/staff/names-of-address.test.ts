import { expect, it } from "vitest";
import { namesOfAddress } from "./names-of-address.rules";

it.each([
  ["ada.moreau@example.com", "Ada", "Moreau"],
  ["ops@example.com", "Ops", "Administrator"],
  ["jean-luc.de_vries+desk@example.com", "Jean", "Luc De Vries Desk"],
  ["_@example.com", "Persdesk", "Administrator"],
])("%s is %s %s", (email, firstName, lastName) => {
  expect(namesOfAddress(email)).toEqual({ firstName, lastName });
});
