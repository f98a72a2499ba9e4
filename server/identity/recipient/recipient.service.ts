import { eq, sql } from "drizzle-orm";
import { languages, userOptins, users } from "@/db/schema";
import { arrayOf } from "@/server/kit/array.rules";
import type { Ctx } from "@/server/kit/context";

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
  /** by the app's key */
  optins: Record<string, RecipientOptin>;
}

/** What the notification service asks the backoffice, one call for a batch (decisions 8, Across the line). */
export const recipientService = {
  /** The people of these addresses who have an active account; the others are left out. */
  async recipientsOf(ctx: Ctx, emails: string[]): Promise<Recipient[]> {
    const rows = await ctx.db
      .select({ email: users.email, languageId: users.languageId, key: userOptins.platformTechKey, optin: userOptins })
      .from(users)
      .leftJoin(userOptins, eq(userOptins.userId, users.id))
      .where(sql`${users.email} = any(${arrayOf(emails)}::text[]) and ${users.status} = 'active'`);
    const people = new Map<string, Recipient>();
    for (const { email, languageId, key, optin } of rows) {
      const person = people.get(email) ?? { email, languageId, optins: {} };
      people.set(email, person);
      if (key && optin) person.optins[key] = optin;
    }
    return [...people.values()];
  },

  /** The languages that are on, the default one first. */
  async languages(ctx: Ctx): Promise<{ id: string; code: string; isDefault: boolean }[]> {
    return ctx.db
      .select({ id: languages.id, code: languages.code, isDefault: languages.isDefault })
      .from(languages)
      .where(eq(languages.status, true))
      .orderBy(sql`${languages.isDefault} desc`, languages.code);
  },
};
