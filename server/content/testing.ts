import type { Database } from "@/db/client";
import {
  deskAssignments,
  deskComments,
  deskDismissals,
  deskFindings,
  formattedTexts,
  glossaryTerms,
  labels,
  languages,
  messages,
  modules,
} from "@/db/schema";

/** Empties the text tables and adds what their tests need: English (default), French, German (off), and two modules. */
export async function seedContent(db: Database) {
  for (const table of [
    labels,
    formattedTexts,
    messages,
    deskDismissals,
    deskFindings,
    deskComments,
    deskAssignments,
    glossaryTerms,
    languages,
  ])
    await db.delete(table);
  const [en, fr, de] = await db
    .insert(languages)
    .values([
      { code: "en", name: "English", isDefault: true },
      { code: "fr", name: "French" },
      { code: "de", name: "German", status: false },
    ])
    .returning();
  const module = async (code: string, label: string) => {
    const row = { code, label };
    const [made] = await db
      .insert(modules)
      .values(row)
      .onConflictDoUpdate({ target: modules.code, set: row })
      .returning();
    return made?.id ?? "";
  };
  return {
    en: en?.id ?? "",
    fr: fr?.id ?? "",
    de: de?.id ?? "",
    app: await module("mobile-app", "Mobile app"),
    pro: await module("pro-center", "Pro Center"),
  };
}
