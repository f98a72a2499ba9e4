import { expect, it } from "vitest";
import { tokenFault } from "./tokens.rules";

it.each([
  ["Vehicle model {name}", "Fahrzeugmodell {name}", undefined],
  ["{first} {last}", "{last} {first} {last}", undefined],
  ["Vehicle model {name}", "Fahrzeugmodell", "{name} is missing."],
  ["{first} {last}", "Hallo", "{first}, {last} is missing."],
  ["Vehicle model {name}", "Fahrzeugmodell {nmae}", "{name} is missing."],
  ["Vehicle", "Fahrzeug {name}", "{name} is not in the source."],
])("%s as %s: %s", (source, text, fault) => expect(tokenFault(source, text)).toBe(fault));
