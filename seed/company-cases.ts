import { desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  auditLog,
  companies,
  companyLinks,
  companyMergeParts,
  companyMerges,
  companyVehicleLinks,
  type MergedRow,
  partnerInvitations,
  preparedHandovers,
  vehicles,
} from "@/db/schema";
import { undoDays } from "@/server/companies/company/company-merge/company-merge.rules";
import { type CategoryCode, type CountryCode, categoryId, countryId, languageId } from "./base";
import type { People } from "./people";
import type { Random } from "./random";
import { day, hour, iso } from "./time";

interface Case {
  key: string;
  name: string;
  category: CategoryCode;
  country: CountryCode;
  registerNumber: string;
  /** how many days ago it was entered */
  days: number;
}

interface Invited extends Case {
  by: string;
  kind: "dealer" | "subcontractor";
  status: "invited" | "refused";
  reason: string | null;
  /** how many vehicles of the inviter wait for it to accept */
  prepared?: number;
  /** the page of its invitation was opened */
  isOpened?: true;
}

/** Companies that others invited, and that nobody has entered. */
const invitedStories: Invited[] = [
  {
    key: "cycles-du-port",
    name: "Cycles du Port",
    category: "DEALER",
    country: "FR",
    registerNumber: "FR 903 417 226",
    days: 4,
    by: "velora",
    kind: "dealer",
    status: "invited",
    reason: "Vous vendez nos Brume depuis le printemps : voyez ici les modules de vos vélos.",
    prepared: 3,
    isOpened: true,
  },
  {
    key: "velo-ouest",
    name: "Vélo Ouest Services",
    category: "SUBCONTRACTOR",
    country: "FR",
    registerNumber: "FR 911 052 840",
    days: 26,
    by: "velora",
    kind: "subcontractor",
    status: "invited",
    reason: null,
  },
  {
    key: "chambre-a-air",
    name: "La Chambre à Air",
    category: "DEALER",
    country: "BE",
    registerNumber: "BE 0788.120.455",
    days: 61,
    by: "velora",
    kind: "dealer",
    status: "refused",
    reason: null,
  },
  {
    key: "ottensen",
    name: "Radwerk Ottensen",
    category: "DEALER",
    country: "DE",
    registerNumber: "HRB 161 340",
    days: 2,
    by: "nordrad",
    kind: "dealer",
    status: "invited",
    reason: "Bitte nehmen Sie die Räder der Herbstlieferung hier an.",
  },
];

/** One with the register number of a known dealer. */
const duplicateStory: Case = {
  key: "deux-rives",
  name: "Deux Rives Strasbourg SAS",
  category: "DEALER",
  country: "FR",
  registerNumber: "FR833907215",
  days: 9,
};

interface Merged extends Case {
  by: string;
  into: string;
  /** how many days ago staff made it one with the other */
  mergedDays: number;
  /** how many days ago they undid that */
  undoneDays?: number;
}

/** Companies that staff made one with a known one. */
const mergedStories: Merged[] = [
  {
    key: "lindner",
    name: "Lindner Fahrräder",
    category: "DEALER",
    country: "DE",
    registerNumber: "HRB 90 378",
    days: 210,
    by: "alpenvelo",
    into: "lindner",
    mergedDays: 118,
  },
  {
    key: "brandt",
    name: "Brandt Leipzig-Nord",
    category: "SUBCONTRACTOR",
    country: "DE",
    registerNumber: "HRB 33 911",
    days: 74,
    by: "kestrel",
    into: "brandt",
    mergedDays: 52,
    undoneDays: 49,
  },
  {
    key: "rivage",
    name: "Rivage Vélo",
    category: "DEALER",
    country: "FR",
    registerNumber: "FR 790 118 420",
    days: 16,
    by: "kestrel",
    into: "rivage",
    mergedDays: 2,
  },
];

/** Companies that wait for a decision of staff, the partnerships that they wait in, and companies that staff made one. */
export async function seedCompanyCases(
  db: Database,
  random: Random,
  { now, people }: { now: number; people: People },
): Promise<void> {
  const companyOf = (key: string) => {
    const found = people.companies.get(key);
    if (!found) throw new Error(`no company ${key} in the story`);
    return found;
  };
  const made = (at: number) => ({ id: random.id(at), createdAt: iso(at), updatedAt: iso(at) });
  const rowOf = ({ key, name, category, country, registerNumber, days }: Case) => ({
    ...made(now - days * day),
    name,
    registerNumber,
    email: `contact@${key}.demo`,
    countryId: countryId(country),
    companyCategoryId: categoryId(category),
  });

  for (const story of invitedStories) {
    const at = now - story.days * day;
    const company = { ...rowOf(story), createdByCompanyId: companyOf(story.by).id };
    await db.insert(companies).values({ ...company, status: "pending", isVerified: false });
    const link = {
      ...made(at),
      companyId: companyOf(story.by).id,
      linkedCompanyId: company.id,
      kind: story.kind,
      status: story.status,
      name: story.name,
      registerNumber: story.registerNumber,
      email: company.email,
      invitationDate: iso(at),
    };
    await db.insert(companyLinks).values(link);
    const isAnswered = story.status !== "invited";
    await db.insert(partnerInvitations).values({
      ...made(at),
      companyLinkId: link.id,
      email: company.email,
      languageId: languageId(story.country === "DE" ? "de" : "fr"),
      reason: story.reason,
      expiresAt: iso(at + 7 * day),
      sentAt: iso(at),
      openedAt: story.isOpened || isAnswered ? iso(at + 20 * hour) : null,
      answeredAt: isAnswered ? iso(at + 21 * hour) : null,
      remindersCount: story.days > 7 && !isAnswered ? 1 : 0,
      lastRemindedAt: story.days > 7 && !isAnswered ? iso(at + 5 * day) : null,
    });
    if (story.prepared) {
      // The last of its vehicles: the first ones stand at dealers.
      const own = await db
        .select({ id: companyVehicleLinks.vehicleId })
        .from(companyVehicleLinks)
        .innerJoin(vehicles, eq(vehicles.id, companyVehicleLinks.vehicleId))
        .where(eq(companyVehicleLinks.companyId, link.companyId))
        .orderBy(desc(vehicles.vehicleSerialNumber))
        .limit(story.prepared);
      if (own.length > 0)
        await db
          .insert(preparedHandovers)
          .values(
            own.map(({ id }) => ({ id: random.id(at), companyLinkId: link.id, vehicleId: id, createdAt: iso(at) })),
          );
    }
  }
  await db.insert(companies).values({ ...rowOf(duplicateStory), isDuplicate: true });

  const [staff] = people.staff;
  for (const story of mergedStories) {
    const [into, by] = [companyOf(story.into), companyOf(story.by)];
    const company = { ...rowOf(story), createdByCompanyId: by.id };
    const isUndone = story.undoneDays !== undefined;
    const values = isUndone
      ? { status: "active" as const }
      : { status: "disabled" as const, closedAs: "merged" as const };
    await db.insert(companies).values({ ...company, ...values });
    const link = made(now - story.days * day);
    const isRecent = story.mergedDays < undoDays;
    if (isRecent)
      await db.insert(companyLinks).values({
        ...link,
        companyId: by.id,
        linkedCompanyId: into.id,
        kind: "dealer",
        name: story.name,
        registerNumber: story.registerNumber,
        email: company.email,
        invitationDate: link.createdAt,
      });
    const at = now - story.mergedDays * day;
    const undoneAt = story.undoneDays === undefined ? null : now - story.undoneDays * day;
    const merge = {
      ...made(at),
      fromCompanyId: company.id,
      intoCompanyId: into.id,
      counts: { partners: 1, madeCompanies: 0, members: 0, handedVehicles: 0 },
      undoUntil: iso(at + undoDays * day),
      undoneAt: undoneAt === null ? null : iso(undoneAt),
      updatedAt: iso(undoneAt ?? at),
    };
    await db.insert(companyMerges).values(merge);
    if (isRecent) {
      const part = (part: number, tableName: string, row: MergedRow) => ({
        mergeId: merge.id,
        part,
        tableName,
        kind: "changed" as const,
        rows: [row],
      });
      await db.insert(companyMergeParts).values([
        part(0, "company_links", {
          id: link.id,
          before: { linkedCompanyId: company.id },
          after: { linkedCompanyId: into.id },
        }),
        part(1, "companies", {
          id: company.id,
          before: { status: "pending", closedAs: null },
          after: { status: "disabled", closedAs: "merged" },
        }),
      ]);
    }
    const trail = [{ at, action: "merge" }, ...(undoneAt === null ? [] : [{ at: undoneAt, action: "undo-merge" }])];
    const sides = [
      { of: company, other: into, field: "mergedInto" },
      { of: into, other: company, field: "mergedWith" },
    ];
    await db.insert(auditLog).values(
      trail.flatMap(({ at, action }) =>
        sides.map(({ of, other, field }) => ({
          id: random.id(at),
          at: iso(at),
          actorType: "user" as const,
          actorId: staff?.id ?? null,
          actorLabel: staff?.label ?? "",
          objectType: "company",
          objectId: of.id,
          objectLabel: of.name,
          companyId: of.id,
          action,
          changes: { [field]: [null, other.name] as [unknown, unknown] },
          door: "screen" as const,
          requestId: random.hex(16),
          ip: "192.0.2.24",
        })),
      ),
    );
  }
}
