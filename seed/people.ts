import { faker as fakerDe } from "@faker-js/faker/locale/de";
import { faker as fakerEn } from "@faker-js/faker/locale/en_GB";
import { faker as fakerFr } from "@faker-js/faker/locale/fr";
import type { Database } from "@/db/client";
import {
  companies,
  companyLinks,
  companyRoleAllowManage,
  companyRoles,
  companyRoleTranslations,
  roles,
  userCompanies,
  userRoles,
  users,
} from "@/db/schema";
import { hashPassword } from "@/server/identity/password.service";
import { fixedId } from "@/server/kit/record/fixed-id";
import type { Permission } from "@/server/permissions";
import {
  type CategoryCode,
  type CountryCode,
  categoryId,
  ceilings,
  countryId,
  type LanguageCode,
  languageId,
} from "./base";
import type { Random } from "./random";
import { companyLinkStories, companyLogins, companyStories, riderLogin, staffLogins } from "./story";
import { day, iso } from "./time";

const userCount = 60;
const roleTitles: Record<LanguageCode, string>[] = [
  { en: "Administrator", fr: "Administrateur", de: "Administrator" },
  { en: "Member", fr: "Membre", de: "Mitglied" },
];

export interface Person {
  id: string;
  email: string;
  label: string;
  language: LanguageCode;
}
export interface People {
  staff: Person[];
  members: Person[];
  riders: Person[];
  /** company key → id and name */
  companies: Map<string, { id: string; name: string }>;
}

const fakers = { en: fakerEn, fr: fakerFr, de: fakerDe };
const homes: Record<LanguageCode, CountryCode> = { en: "GB", fr: "FR", de: "DE" };
const mailWord = (text: string) =>
  text
    .replaceAll("ß", "ss")
    .replace(/[äöü]/gi, (letter) => `${letter}e`)
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();

/** The 12 companies, their links and roles, and 60 people with the demo's password. */
export async function seedPeople(db: Database, random: Random, seed: number, now: number): Promise<People> {
  for (const faker of Object.values(fakers)) faker.seed(seed);
  const passwordHash = await hashPassword("Demo-pass-2026");
  const switchToPasswordHash = await hashPassword("Demo-switch-2026");
  const companyRows = companyStories.map((story, index) => {
    const createdAt = now - (1300 - index * 60) * day;
    return { story, id: random.id(createdAt), createdAt: iso(createdAt), updatedAt: iso(createdAt) };
  });
  await db.insert(companies).values(
    companyRows.map(({ story, ...row }, index) => ({
      ...row,
      name: story.name,
      registerNumber: story.registerNumber,
      email: `contact@${story.key}.demo`,
      phoneNumber: story.phone,
      address: story.address,
      countryId: countryId(story.country),
      companyCategoryId: categoryId(story.category),
      erpId: `C-${10_040 + index * 7}`,
    })),
  );
  const companyMap = new Map(companyRows.map(({ story, id }) => [story.key, { id, name: story.name }]));
  const companyOf = (key: string) => {
    const found = companyMap.get(key);
    if (!found) throw new Error(`no company ${key} in the story`);
    return found;
  };
  await db.insert(companyLinks).values(
    companyLinkStories.map(([from, to, kind]) => {
      const at = now - random.int(300, 700) * day;
      const stamps = { createdAt: iso(at), updatedAt: iso(at) };
      return {
        id: random.id(at),
        companyId: companyOf(from).id,
        linkedCompanyId: companyOf(to).id,
        kind,
        status: "accepted" as const,
        name: companyOf(to).name,
        invitationDate: iso(at),
        acceptedAt: iso(at),
        ...stamps,
      };
    }),
  );
  const membersMay: Permission[] = [
    "company-pers.read",
    "company-vehicle.read",
    "company-alert.read",
    "company-firmware-rollout.read",
  ];
  const titlesOf = (category: CategoryCode) => ({ Administrator: ceilings[category], Member: membersMay });
  const roleRows = companyRows.flatMap(({ story, id, createdAt }) =>
    Object.entries(titlesOf(story.category)).map(([title, permissions]) => ({
      permissions,
      id: random.id(Date.parse(createdAt)),
      companyId: id,
      key: story.key,
      title,
      isDefault: title === "Member",
      createdAt,
      updatedAt: createdAt,
    })),
  );
  await db.insert(companyRoles).values(roleRows.map(({ key, ...row }) => row));
  const granting = roleRows.filter(({ title }) => title === "Administrator");
  await db.insert(companyRoleAllowManage).values(
    granting.flatMap(({ id: roleManagerId, companyId, createdAt }) =>
      roleRows
        .filter((role) => role.companyId === companyId)
        .map(({ id: roleId }) => ({
          id: fixedId("company-role-allow-manage", `${roleManagerId}/${roleId}`),
          companyId,
          roleManagerId,
          roleId,
          allowed: true,
          createdAt,
          updatedAt: createdAt,
        })),
    ),
  );
  await db.insert(companyRoleTranslations).values(
    roleRows.flatMap(({ id, title, createdAt, updatedAt }) =>
      roleTitles
        .filter((one) => one.en === title)
        .flatMap((texts) =>
          (["en", "fr", "de"] as const).map((code) => ({
            id: fixedId("company-role-translation", `${id}/${code}`),
            parentId: id,
            languageId: languageId(code),
            title: texts[code],
            createdAt,
            updatedAt,
          })),
        ),
    ),
  );

  const userRows: (typeof users.$inferInsert & { id: string; email: string })[] = [];
  const people: People = { staff: [], members: [], riders: [], companies: companyMap };
  const memberships: (typeof userCompanies.$inferInsert)[] = [];
  const emails = new Set<string>();

  /** Adds a person; where no name is given, one of the language is made. */
  function add(
    language: LanguageCode,
    given: { email?: string; domain?: string; firstName?: string; lastName?: string },
    values: Pick<typeof users.$inferInsert, "type"> & Partial<typeof users.$inferInsert>,
  ): Person {
    const faker = fakers[language];
    let firstName = given.firstName ?? faker.person.firstName();
    let lastName = given.lastName ?? faker.person.lastName();
    const address = () => given.email ?? `${mailWord(firstName)}.${mailWord(lastName)}@${given.domain}`;
    while (emails.has(address())) [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
    const email = address();
    emails.add(email);
    const createdAt = now - random.int(120, 1100) * day;
    const id = random.id(createdAt);
    const lastLoginAt = given.email || random.chance(0.8) ? iso(now - random.wait(6) * day - 3_600_000) : null;
    userRows.push({
      id,
      email,
      firstName,
      lastName,
      passwordHash,
      status: "active",
      lastLoginAt,
      languageId: languageId(language),
      countryId: countryId(homes[language]),
      phoneNumber: random.chance(0.6) ? faker.phone.number({ style: "international" }) : null,
      createdAt: iso(createdAt),
      updatedAt: iso(createdAt),
      ...values,
    });
    return { id, email, label: `${firstName} ${lastName}`, language };
  }

  function join(person: Person, key: string, admin: boolean, status: "invited" | "active" | "disabled") {
    const role = roleRows.find((row) => row.key === key && row.title === (admin ? "Administrator" : "Member"));
    const at = now - random.int(20, 900) * day;
    const entryDate = status === "invited" ? null : iso(at + random.int(1, 72) * 3_600_000);
    memberships.push({
      id: random.id(at),
      userId: person.id,
      companyId: companyOf(key).id,
      companyRoleId: status === "disabled" ? null : role?.id,
      isAdmin: admin,
      status,
      invitationDate: iso(at),
      entryDate,
      createdAt: iso(at),
      updatedAt: entryDate ?? iso(at),
    });
    people.members.push(person);
  }

  // The logins of the demo begin in English; the profile offers other languages.
  const spoken = { languageId: languageId("en") };
  for (const [email, firstName, lastName, role] of staffLogins) {
    const extra = role === "ADMIN" ? { switchToPasswordHash } : {};
    const language = role === "CONTENT" ? "de" : "en";
    people.staff.push(add(language, { email, firstName, lastName }, { type: "Staff", ...extra, ...spoken }));
  }
  for (const [email, firstName, lastName, key, admin] of companyLogins) {
    const type = admin ? "Pro Center Admin" : "Pro Center Member";
    const language = companyStories.find((story) => story.key === key)?.language ?? "en";
    join(add(language, { email, firstName, lastName }, { type, ...spoken }), key, admin, "active");
  }
  const [riderEmail, riderFirst, riderLast] = riderLogin;
  people.riders.push(
    add("fr", { email: riderEmail, firstName: riderFirst, lastName: riderLast }, { type: "Rider", ...spoken }),
  );
  const colleagues = [
    ["en", {}],
    ["fr", {}],
    ["fr", {}],
    ["de", { status: "disabled" }],
    ["en", { status: "pending", passwordHash: null, lastLoginAt: null }],
  ] as const;
  for (const [language, values] of colleagues)
    people.staff.push(add(language, { domain: "persdesk.demo" }, { type: "Staff", ...values }));
  for (const story of companyStories) {
    const known = companyLogins.filter(([, , , key]) => key === story.key);
    for (let index = known.length; index < story.people; index++) {
      const admin = !known.length && index === 0;
      const status = admin
        ? "active"
        : random.weighted([
            ["active", 8],
            ["invited", 1],
            ["disabled", 1],
          ]);
      const person = add(
        story.language,
        { domain: `${story.key}.demo` },
        {
          type: admin ? "Pro Center Admin" : "Pro Center Member",
          status: status === "invited" ? "pending" : status,
        },
      );
      join(person, story.key, admin, status);
    }
  }
  while (userRows.length < userCount) {
    const language = random.weighted([
      ["fr", 5],
      ["de", 4],
      ["en", 2],
    ]);
    const status = random.weighted([
      ["active", 12],
      ["pending", 1],
    ]);
    people.riders.push(add(language, { domain: "mail.demo" }, { type: "Rider", status }));
  }
  await db.insert(users).values(userRows);
  await db.insert(userCompanies).values(memberships);

  const system = new Map((await db.select({ id: roles.id, code: roles.code }).from(roles)).map((r) => [r.code, r.id]));
  const roleOf = (index: number) => staffLogins[index]?.[3] ?? (index % 2 ? "SUPPORT" : "CONTENT");
  const grants = people.staff.flatMap(({ id: userId }, index) => {
    const roleId = system.get(roleOf(index));
    return roleId ? [{ userId, roleId, createdAt: iso(now - 100 * day) }] : [];
  });
  if (grants.length < people.staff.length) throw new Error("the system roles are not there");
  await db.insert(userRoles).values(grants);
  return people;
}
