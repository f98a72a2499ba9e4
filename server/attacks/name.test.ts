import { describe, expect, it } from "vitest";
import { takes, texts } from "../testing/texts";

// No phishing through names (ADR 91): a text of one line that somebody may put into a mail holds no address and nothing
// that cannot be seen. Every text of every mutation is tried, so what is new either follows or is named here with its reason.

const lures = ["bit.ly/3xyzabc", "Unlock your account: t.co/abc", "x.com/evil", "Velora \u202e", "Vel\u200bora"];

/** Texts that take an address, and why they may. */
const reasons: Record<string, RegExp> = {
  "numbers of telephones, registers, vehicles and other systems: in no mail":
    / (user\.)?(phoneNumber|registerNumber|erpId|erpPersId|vehicleSerialNumber|vehicleRegistrationNumber|address)$/,
  "names of models, brands and vehicles: in no mail of the catalogue, and broken as values of notifications":
    /^((modelPers|firmwareCategories|vehicleBrands|vehicleModels|fleetVehicleModels|vehicles|levelAlerts|alerts)\.| )|^vehicleBrandMessages\.\w+ title$/,
  "parts of a kit, which devices report": / currentKitConfiguration\./,
  "texts of the apps and their names, which staff writes":
    /^(languages|countries|labels|formattedTexts|messages|faqs|faqContents|documentations|helpDeskButtons|mostFrequentQuestions|privacyPolicies|conditionalFeatures|glossaryTerms|desk)\./,
  "texts of notifications, whose authors may write links": / (contents\.)?notificationTitle$/,
  "a company's own text of a mail, which its service checks (422)": /MailTemplates\.put subject$/,
  "what apps hand over of those who write to the support: in no mail": /^contactLogs\./,
  "keys and names of apps, devices and receivers":
    /^(platformTechs|platformSync|platformPageTechs|notificationTemplates|webhooks)\.|[ .](keyPlatformTechs?|keyNotificationTemplate|platformTechKey|mobileDeviceId|appVersion|model|token|updateId)$/,
  "names of views, which stand in mails with their addresses broken up; what they ask for, favourites and recents: in no mail":
    /^(listViews|companyListViews)\.\w+ (name|query\.key|layout\.key|items\.title|title|one)$/,
  "serial numbers that a gateway asks about: stored nowhere": /^firmwareDevices\.offers persSerialNumbers$/,
  "codes, which must be known": / (items\.)?(code|groupCode|permissions|scopes|cron)$/,
  "names of files": / fileName$/,
};

const oneLine = texts.filter(({ isMutation, schema }) => isMutation && !takes(schema, "several\nlines of text"));
const open = oneLine.filter(({ schema }) => lures.some((lure) => takes(schema, lure))).map(({ name }) => name);

describe("names that stand in mails", () => {
  it("are found", () => {
    const known = oneLine.map(({ name }) => name);
    for (const name of [
      "registration.register firstName",
      "companies.create name",
      "teams.create name",
      "teamRoles.create title",
      "teamRoles.create translations.title",
      "dealers.create name",
      "roles.update name",
      "members.create lastName",
      "pers.create nuSerialPersNumber",
    ])
      expect(known).toContain(name);
  });

  it("take no address and nothing that cannot be seen", () => {
    expect(open.filter((name) => !Object.values(reasons).some((pattern) => pattern.test(name)))).toEqual([]);
  });

  it("have no reason here that nothing needs", () => {
    const idle = Object.entries(reasons).filter(([, pattern]) => !open.some((name) => pattern.test(name)));
    expect(idle.map(([reason]) => reason)).toEqual([]);
  });
});
