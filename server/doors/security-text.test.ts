import { expect, it } from "vitest";
import { securityText } from "./security-text";

it("says where faults are reported, and for a year", () => {
  const settings = { SECURITY_CONTACT: "mailto:security@persdesk.demo", APP_URL: "https://backoffice.persdesk.demo/" };
  expect(securityText(settings, new Date("2026-11-23T10:00:00Z"))).toBe(
    [
      "Contact: mailto:security@persdesk.demo",
      "Expires: 2027-11-23T10:00:00.000Z",
      "Preferred-Languages: en, fr, de",
      "Canonical: https://backoffice.persdesk.demo/.well-known/security.txt",
      "",
    ].join("\n"),
  );
  expect(securityText({ APP_URL: settings.APP_URL }, new Date())).toBeUndefined();
});
