import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { contrastToWhite } from "./companies/company/company-mail-look/company-mail-look.rules";
import { templateOfCompanies } from "./companies/company/company-mail-template/company-mail-template.rules";
import { adviceOf, compareSemver, semverKey, semverPattern } from "./content/app-version/app-version.rules";
import { isForApp, leftOut } from "./content/conditional-feature/feature-limit.rules";
import { firstWeek } from "./devices/alert-desk/alert-figure.rules";
import { everyWeek, mondayOf } from "./devices/firmware-version/firmware-adoption.rules";
import { readCrc, type Segment, segmentFaults } from "./devices/firmware-version/firmware-segment.rules";
import { kitDifferences } from "./devices/pers/pers-kit.rules";
import { isTotp, recoveryText, stepOf } from "./identity/second-factor/second-factor.rules";
import { toAppError } from "./kit/call/errors";
import { isPublicAddress } from "./kit/process/public-address.rules";
import { tokenOf } from "./kit/secret/bearer.rules";
import { staffCtx } from "./kit/testing";
import { counted, formatted, measured, percentText } from "./kit/value/count.rules";
import { compareVersions, versionKey, versionPattern } from "./kit/value/version.rules";
import { hasFault, hiding, reasonOf, reportOf } from "./operations/doctor/finding.rules";
import { isOfCompanies } from "./operations/webhook/webhook.rules";
import { pauseOf } from "./operations/webhook/webhook-pause.rules";
import { mayReadHistory, readableKinds } from "./overview/audit/audit.rules";
import { isTold, kindsToldTo, toldOf } from "./overview/audit/company-history.rules";
import { openByDay } from "./overview/home/home.rules";
import { jsonNamesOf, namesPatternOf, patternOf, regexOf } from "./overview/privacy/needles.rules";
import { isSealed, mailTextFault, masked, notificationHtml, unseal } from "./platform/mail/mail-template.rules";
import { appName, productName } from "./platform/product-name/product-name.rules";

// What rules without tests of their own answer, asked with everything that they tell apart, is in a file: a change of an
// answer shows, and is meant. Where it is: `npx vitest run server/rules.answers.test.ts -u`.

const lines: string[] = [];
const text = (value: unknown) =>
  JSON.stringify(value, (_, one) => (one instanceof Set ? [...one] : one instanceof Map ? [...one] : one)) ??
  "undefined";

/** Asks a rule with each combination of what its places may hold. */
function ask<A extends unknown[]>(name: string, rule: (...given: A) => unknown, ...places: { [K in keyof A]: A[K][] }) {
  const all = (places as unknown[][]).reduce<unknown[][]>(
    (some, place) => some.flatMap((given) => place.map((one) => [...given, one])),
    [[]],
  );
  for (const given of all) {
    let answer: unknown;
    try {
      answer = rule(...(given as A));
    } catch (error) {
      answer = toAppError(error).detail;
    }
    lines.push(`${name} ${given.map(text).join(" ").slice(0, 300)} → ${text(answer)}`);
  }
}

const semvers = ["1.0.0", "1.0.0-rc.1", "1.0.0-rc.10", "1.0.0-2", "1.0.0-rc", "1.10.0", "2.0.0", "1.2"];
const versions = ["1.2", "1.2.3", "1.10.3", "1.2.3.4+8f2c", "1.2.3-rc.1", "1.2.3-rc.2+1", "1", "1.2.3.4.5", "a.b"];
const weeks = ["2026-11-16", "2026-11-30"].map((week, n) => ({ week, devices: n + 3 }));
const data = Buffer.from("firmware").toString("base64");
const sum = crc32(Buffer.from("firmware")).toString(16).padStart(8, "0");
const segment = (more: Partial<Segment> = {}): Segment => ({
  index: 0,
  startAddress: 0,
  length: 8,
  crc32: sum,
  data,
  ...more,
});
const person = { firstName: "Ann", lastName: 'O\'Neil-"Jr."', phoneNumber: "+41 79 123 45 67" };

it("versions and apps", () => {
  ask("compareSemver", compareSemver, semvers, semvers);
  ask("semverKey", semverKey, semvers);
  ask("semverPattern", (one: string) => semverPattern.test(one), [...semvers, "01.0.0", "1.0.0-", "1.0.0+1"]);
  const given = [
    { version: "1.0.0", isActive: true, isMandatory: true },
    { version: "1.2.0", isActive: true, isMandatory: false },
    { version: "3.0.0", isActive: false, isMandatory: true },
  ];
  const some = [given, given.slice(1), given.toReversed(), []];
  ask("adviceOf", adviceOf, some, ["0.9.0", "1.0.0", "1.1.0", "1.2.0", "4.0.0"]);
  const limits = [null, "1.0.0", "2.0.0"].flatMap((atLeast) =>
    [null, "1.5.0", "2.0.0"].map((atMost) => [{ platformTechId: "a", atLeast, atMost }]),
  );
  const apps = ["1.0.0", "v2.0", "2", "1.5.0+45", " V1.4.9 ", "x", "1.2.3.4", null];
  ask("isForApp", isForApp, limits, [
    ...apps.map((version) => ({ platformTechId: "a", version })),
    { platformTechId: "b", version: null },
  ]);
  const sides = [[], ["x"], ["y", "x"]];
  for (const active of [true, false])
    ask(
      `leftOut ${active}`,
      (companyIds: string[], modelPersIds: string[], own: string[], at: { platformTechId: string; version: null }[]) =>
        leftOut(
          {
            active,
            limits: { companyIds, modelPersIds, apps: at.map((one) => ({ ...one, atLeast: null, atMost: null })) },
          },
          { companyIds: own, modelPersIds: own.slice(1), apps: [{ platformTechId: "a", version: null }] },
        ),
      sides,
      sides,
      sides,
      [[], [{ platformTechId: "b", version: null }]],
    );
  ask("compareVersions", compareVersions, versions, versions);
  ask("versionKey", versionKey, versions);
  ask("versionPattern", (one: string) => versionPattern.test(one), versions);
});

it("devices", () => {
  const base = segment();
  const next = segment({ index: 1, startAddress: 8 });
  ask("segmentFaults", (all: Segment[]) => segmentFaults(all), [
    [],
    [base],
    [base, next],
    [next, base],
    [base, { ...next, index: 0 }],
    [base, { ...next, index: 2 }],
    [base, { ...next, startAddress: 7 }],
    [{ ...base, startAddress: 2 ** 32 - 8 }],
    [{ ...base, startAddress: 2 ** 32 - 7 }],
    [{ ...base, length: 9 }],
    [{ ...base, crc32: "00000000" }],
    [segment({ startAddress: 0, length: 100 }), { ...next, startAddress: 20 }, { ...next, index: 2, startAddress: 50 }],
  ]);
  ask("readCrc", readCrc, [0, 255, 4294967295, "0xAB", "0Xab", "DEADBEEF", "1"]);
  ask(
    "mondayOf",
    mondayOf,
    [16, 17, 22, 23].map((day) => Date.UTC(2026, 10, day, 23, 59)),
  );
  ask("everyWeek", everyWeek, [[], weeks], [Date.parse("2026-11-15"), Date.parse("2026-12-08")]);
  lines.push(
    `everyWeek of ten years → ${everyWeek([{ week: "2016-11-14", devices: 1 }], Date.parse("2026-11-16")).length}`,
  );
  ask(
    "kitDifferences",
    kitDifferences,
    [null, { version: 1, sensors: ["a"] }],
    [null, { version: 2 as 1, sensors: ["a"] }, { version: 1, sensors: ["b"] }],
  );
  ask(
    "firstWeek",
    (many: number, now: number) => firstWeek(many, now),
    [1, 2, 12],
    [16, 18, 22].map((day) => Date.UTC(2026, 10, day, 12)),
  );
  ask(
    "openByDay",
    openByDay,
    [0, 5],
    [
      new Map([
        ["b", 2],
        ["c", -1],
      ]),
    ],
    [["a", "b", "c"], []],
  );
});

it("who somebody is, and what they may read", () => {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const at = Date.UTC(2026, 10, 27, 4, 0, 15);
  ask("isTotp", isTotp, ["123456", "12345", "1234567", "12345a"]);
  ask("recoveryText", recoveryText, ["u"], ["AB-c 1", ""]);
  ask("stepOf a wrong code", stepOf, [secret], ["abcdef", ""], [at]);
  const identities = [
    { emails: ["a.b+c@x.demo"] },
    { emails: [], ...person },
    { emails: ["a@x.demo", "b@x.demo"], firstName: "Al", lastName: "Yu" },
    { emails: [], firstName: "A", lastName: "Bo" },
    { emails: [], firstName: "Ann" },
    { emails: [], phoneNumber: "12345" },
    { emails: [], phoneNumber: "123-456" },
  ];
  ask("patternOf", patternOf, identities);
  ask("jsonNamesOf", jsonNamesOf, identities);
  ask("namesPatternOf", namesPatternOf, identities);
  ask(
    "found",
    (identity: (typeof identities)[number], said: string) =>
      patternOf(identity) === "" ? "nothing is looked for" : said.replace(regexOf(identity), "[…]"),
    identities,
    [
      "To A.B+C@x.demo, xa.b+c@x.demo",
      "Yu, Al and al  yu and Alyu",
      "+41(79)123-45.67 or 41791234567 or 417912345678",
      "123456 or 1234567",
    ],
  );
  const types = ["Staff", "Pro Center Admin", "Pro Center Member", "Rider"] as const;
  const rights = [[], ["staff.read"], ["portal-user.read"], ["rider.read"], ["pers.read"], ["privacy.read"]] as const;
  const actor = (some: readonly string[]) => staffCtx(undefined as never, some as never).actor;
  ask("readableKinds", (some: readonly string[]) => readableKinds(actor(some)), [
    ...rights,
    ["portal-user.read", "staff.read", "rider.read"],
  ]);
  ask(
    "mayReadHistory",
    (some: readonly string[], kind: string, about: object) => mayReadHistory(actor(some), kind, about),
    [...rights],
    ["pers", "user", "session", "import", "erasure", "nothing", "toString"],
    [{}, { imported: "pers" }, ...types.map((one) => ({ person: one }))],
  );
  ask("toldOf", toldOf, ["company", "company-role", "pers", "toString"]);
  ask("kindsToldTo", (some: string[]) => kindsToldTo(new Set(some) as never).map(({ kind }) => kind), [
    [],
    ["team.read"],
    ["team.read", "company-member.read"],
  ]);
  const told = toldOf("company-role");
  if (told) ask("isTold", (field: string) => isTold(told, field), ["title", "may grant x", "x may grant ", "version"]);
});

it("what people and machines are told", () => {
  ask("contrastToWhite", (color: string) => contrastToWhite(color).toFixed(6), [
    "#000000",
    "#ffffff",
    "#0a0b0a",
    "#3b3fb6",
    "#c86432",
  ]);
  ask("formatted", formatted, [0, 1234.5678, -1], [undefined, 0, 2]);
  ask("measured", measured, [1234.5], ["km"], [undefined, 0]);
  ask("percentText", percentText, [0, 0.256, 1]);
  ask("counted", counted, [0, 1, 2, 1200], ["device"], ["devices"]);
  ask("tokenOf", tokenOf, ["Bearer abc==", "bearer  a-b_c ", "Bearer", "Basic abc", "xBearer abc", undefined, 1]);
  ask("productName", productName, ["Administrator", "Somebody", "Rider app"]);
  ask("appName", appName, ["RIDER_APP", "OTHER"]);
  ask("isOfCompanies", isOfCompanies, ["pers.created", "nothing", "company.created"]);
  const owners = [undefined, ...[true, false].map((isActive) => ({ isActive, permissions: new Set(["pers.read"]) }))];
  ask("pauseOf", pauseOf, [["pers.created"], ["company.created"], []], owners);
  const well = { level: "ok", what: "disk", says: "fine" } as const;
  const ill = { level: "fault", what: "database", says: "gone", remedy: "start it" } as const;
  ask("reportOf", reportOf, [[], [well, ill]]);
  ask("hasFault", hasFault, [[], [well], [{ ...ill, level: "warning" }], [well, ill]]);
  const root = Object.assign(new Error(""), { code: "ECONNREFUSED" });
  for (const [what, error] of Object.entries({
    root,
    caused: new Error("a", { cause: new Error("b\nc") }),
    many: new AggregateError([root, new Error("d")], "all"),
    none: new Error(""),
    word: "word",
  }))
    lines.push(`reasonOf ${what} → ${reasonOf(error)}`);
  const hide = hiding({
    DATABASE_URL: "postgres://u:p%40ssword@h/d",
    NEXTAUTH_SECRET: [{ id: "i", secret: "sesame" }],
    FCM_SERVICE_ACCOUNT: { private_key: "keykey", client_email: "mail@x.demo" },
    INTERNAL_API_KEY: "abc",
    SMTP_URL: "smtp://h:25",
  });
  ask("hiding", hide, ["p%40ssword p@ssword postgres://u sesame keykey mail@x.demo abc smtp://h:25 i"]);
});

it("addresses", () => {
  const addresses = `
    8.8.8.8 0.0.0.1 10.1.2.3 11.0.0.0 100.64.0.1 100.128.0.1 127.0.0.1 169.254.1.1 172.15.0.1 172.16.0.1
    172.31.255.255 172.32.0.1 192.0.0.1 192.0.1.1 192.0.2.1 192.0.3.1 192.88.99.1 192.88.98.1
    192.168.0.1 192.169.0.1 198.17.0.1 198.18.0.1 198.19.0.1 198.20.0.1 198.51.100.1 198.51.101.1
    203.0.113.1 203.0.114.1 223.0.0.1 224.0.0.1 239.0.0.1 240.0.0.1 255.255.255.255 ::1 fe80::1 fc00::1
    2000::1 2001::1 2001:1ff::1 2001:200::1 2001:db8::1 2001:db9::1 2002::1 2003::1 3ffe::1 3fff::1
    3fff:1000::1 4000::1 ::ffff:8.8.8.8 ::ffff:10.0.0.1 ::ffff:808:808 ::ffff:a00:1 ::fffe:808:808
    64:ff9b::808:808 64:ff9b::a00:1 64:ff9b:1::808:808 64:ff9b:: ::ffff:0:1 2600::1%eth0 words`;
  ask("isPublicAddress", isPublicAddress, addresses.split(/\s+/));
});

it("texts of mails", () => {
  const template = { tokens: ["name", "link", "code"], secrets: ["link", "code"] };
  ask(
    "mailTextFault",
    (subject: string, content: string) => mailTextFault(template, { subject, content }),
    ["Hello {{name}}", "{{code}}", "{{", "{{other}}"],
    ["{{name}} {{link}} {{code}}", "{{link}}", "{{other}} {{link}} {{code}}", "{{{link}}}", "\uE000x\uE001"],
  );
  const sealed = "a \uE000code\uE001 b \uE000other\uE001";
  ask("unseal", unseal, [sealed, "plain"], [null, { code: "1234" }]);
  ask("isSealed", isSealed, [sealed, "plain"]);
  ask("masked", masked, [sealed, "plain"]);
  const notice = { subject: "S", html: "<p>x</p>", text: "some  text", link: null, end: null };
  const links = { href: "https://x.demo/?a=1&b", short: "x.demo" };
  ask("notificationHtml", (one: Parameters<typeof notificationHtml>[0]) => notificationHtml(one, "en"), [
    notice,
    { ...notice, link: links, end: "https://x.demo/end" },
  ]);
  ask("templateOfCompanies", templateOfCompanies, ["COMPANY_INVITATION", "VIEW_REPORT", "nothing", "toString"]);
});

it("are those that were released", async () => {
  expect(lines.length).toBeGreaterThan(500);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("released/rules.txt");
});
