import { and, eq } from "drizzle-orm";
import { languages, users } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { isLanguage, type Manner } from "@/texts/speech";

/** Somebody whom the product writes to by itself, and how they are spoken to. */
export interface Reader {
  email: string;
  firstName: string;
  languageId: string | null;
  manner: Manner;
}

/** The person with this id; undefined where there is none, or the account is not active. */
export async function readerOf({ db }: Ctx, userId: string): Promise<Reader | undefined> {
  const { email, firstName, languageId, timeZone, status, id } = users;
  const [row] = await db
    .select({ email, firstName, languageId, timeZone, code: languages.code })
    .from(users)
    .leftJoin(languages, eq(languages.id, languageId))
    .where(and(eq(id, userId), eq(status, "active")));
  if (!row) return undefined;
  const manner = { language: isLanguage(row.code) ? row.code : ("en" as const), timeZone: row.timeZone ?? "UTC" };
  return { email: row.email, firstName: row.firstName, languageId: row.languageId, manner };
}
