import { and, eq, sql } from "drizzle-orm";
import { languages, platformTechs, portals, userOptins, users, vehicles } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { audit } from "@/server/kit/record/audit";
import { arrayOf } from "@/server/kit/value/array.rules";
import { mayReadPeople } from "../person.service";
import { companyDefaultsOf, firstChoice, noCompany } from "../portal-user/company-default.service";
import { type About, valuesOf } from "./recipient-value.service";

export type { About, RecipientValues } from "./recipient-value.service";

/** What somebody wants in one app; what nobody has stored is `null`. */
export interface RecipientOptin {
  languageId: string | null;
  timeZone: string;
  inAppNotifications: boolean;
  pushNotifications: boolean;
  emailNotifications: boolean;
  /** local times such as 22:00 */
  quietFrom: string | null;
  quietTo: string | null;
}

export interface Recipient {
  email: string;
  languageId: string | null;
  /** by the app's key; an app in which they chose nothing is missing */
  optins: Record<string, RecipientOptin>;
  /** what counts in those, as their companies prefer it */
  defaults: { pushNotifications: boolean; emailNotifications: boolean };
  /** keys of apps that they do not have, as far as the backoffice knows */
  withoutApps: string[];
}

interface App {
  key: string;
  isCustomerPortal: boolean;
  group: string;
}

/**
 * Whether an app is for somebody: staff have the backoffice's, others those of customers; the riders' app is for riders, for
 * who rides a vehicle, and for who chose something in it.
 */
function hasApp(app: App, person: { type: string; isRiding: boolean }, optins: Recipient["optins"]) {
  if (Object.hasOwn(optins, app.key)) return true;
  if (person.type === "Staff" || !app.isCustomerPortal) return person.type === "Staff" && !app.isCustomerPortal;
  return app.group !== "RIDER" || person.type === "Rider" || person.isRiding;
}

/** What the notification service asks the backoffice, one call for a batch (decisions 8, Across the line). */
export const recipientService = {
  /** The people of these addresses who have an active account; the others are left out. */
  async recipientsOf(ctx: Ctx, emails: string[]): Promise<Recipient[]> {
    const rows = await ctx.db
      .select({
        id: users.id,
        email: users.email,
        languageId: users.languageId,
        type: users.type,
        isRiding: sql<boolean>`exists (select from ${vehicles} where ${vehicles.riderId} = ${users.id})`,
        optin: userOptins,
      })
      .from(users)
      .leftJoin(userOptins, eq(userOptins.userId, users.id))
      .where(sql`${users.email} = any(${arrayOf(emails)}::text[]) and ${users.status} = 'active'`);
    const byCompany = await companyDefaultsOf(ctx, [...new Set(rows.map(({ id }) => id))]);
    const apps = await ctx.db
      .select({
        key: platformTechs.key,
        isCustomerPortal: portals.isCustomerPortal,
        group: portals.groupRolePortalAccessCode,
      })
      .from(platformTechs)
      .innerJoin(portals, eq(portals.id, platformTechs.portalId));
    const people = new Map<string, Recipient>();
    for (const { id, email, languageId, optin } of rows) {
      const { languageId: ofCompany, ...defaults } = byCompany.get(id) ?? noCompany;
      const made: Recipient = { email, languageId: languageId ?? ofCompany, optins: {}, defaults, withoutApps: [] };
      const person = people.get(email) ?? made;
      people.set(email, person);
      if (optin) person.optins[optin.platformTechKey] = optin;
    }
    for (const row of rows) {
      const person = people.get(row.email);
      if (person) person.withoutApps = apps.filter((app) => !hasApp(app, row, person.optins)).map(({ key }) => key);
    }
    return [...people.values()];
  },

  valuesOf,

  /** As `valuesOf`, of the people whom the caller may read; the others are left out. */
  async readableValuesOf(ctx: KnownCtx, emails: string[], names: string[], about: About) {
    const kinds = users.type.enumValues.filter((kind) => mayReadPeople(ctx, kind));
    const rows = await ctx.db
      .select({ email: users.email })
      .from(users)
      .where(and(oneOf(users.email, emails, "text"), oneOf(users.type, kinds, "text")));
    return valuesOf(
      ctx,
      rows.map(({ email }) => email),
      names,
      about,
    );
  },

  /** Whether the caller may read the person of this address; false where nobody has it. */
  async mayRead(ctx: KnownCtx, email: string): Promise<boolean> {
    const [user] = await ctx.db.select({ type: users.type }).from(users).where(eq(users.email, email));
    return user !== undefined && mayReadPeople(ctx, user.type);
  },

  /**
   * Turns off the mails of an app for the person of this address.
   * @returns false where nobody has it, or there is no such app
   */
  optOut: (ctx: KnownCtx, email: string, platformTechKey: string) =>
    inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db.select().from(users).where(eq(users.email, email)).for("update");
      const isApp = (await ctx.db.$count(platformTechs, eq(platformTechs.key, platformTechKey))) > 0;
      if (!user || !isApp) return false;
      const [before] = await ctx.db
        .select()
        .from(userOptins)
        .where(and(eq(userOptins.userId, user.id), eq(userOptins.platformTechKey, platformTechKey)));
      if (before && !before.emailNotifications) return true;
      const values = {
        userId: user.id,
        platformTechKey,
        ...(before ? {} : await firstChoice(ctx, user.id)),
        emailNotifications: false,
      };
      await ctx.db
        .insert(userOptins)
        .values(values)
        .onConflictDoUpdate({
          target: [userOptins.userId, userOptins.platformTechKey],
          set: { emailNotifications: false, version: sql`${userOptins.version} + 1` },
        });
      const entry = { objectType: "user", objectId: user.id, objectLabel: email, action: "unsubscribe" };
      await audit(ctx, { ...entry, changes: { [`emailNotifications of ${platformTechKey}`]: [true, false] } });
      return true;
    }),

  /** The languages that are on, the default one first. */
  async languages(ctx: Ctx): Promise<{ id: string; code: string; name: string; isDefault: boolean }[]> {
    return ctx.db
      .select({ id: languages.id, code: languages.code, name: languages.name, isDefault: languages.isDefault })
      .from(languages)
      .where(eq(languages.status, true))
      .orderBy(sql`${languages.isDefault} desc`, languages.code);
  },
};
