import { expect, it } from "vitest";
import { namedSender } from "./mail-from.rules";

it.each([
  ["Persdesk <no-reply@x.demo>", "Persdesk <no-reply@x.demo>"],
  ['"Persdesk, Lyon" <no-reply@x.demo>', '"Persdesk, Lyon" <no-reply@x.demo>'],
  ["Velora, Lyon <no-reply@x.demo>", '"Velora, Lyon (Persdesk)" <no-reply@x.demo>'],
  ['"Velora" <no-reply@x.demo>', '"Velora (Persdesk)" <no-reply@x.demo>'],
  ["Velora <no-reply@persdesk.demo>", '"Velora (Persdesk)" <no-reply@persdesk.demo>'],
  [" no-reply@x.demo ", "Persdesk <no-reply@x.demo>"],
  ["<no-reply@x.demo>", "Persdesk <no-reply@x.demo>"],
])("mails from %s are sent as %s", (from, sent) => expect(namedSender(from)).toBe(sent));
