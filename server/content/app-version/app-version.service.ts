import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { appVersions, appVersionTranslations, languages, platformTechs } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { joinTranslated } from "@/server/kit/desk/desk-translated";
import { translatedService } from "@/server/kit/language/translated-service";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { groupBy } from "@/server/kit/value/group.rules";
import { type AppSystem, adviceOf, ruleOf, semverKey } from "./app-version.rules";
import { type AskAppVersion, appVersionTexts, ListAppVersions } from "./app-version.schema";

const table = appVersions;
const platformTech = { id: platformTechs.id, key: platformTechs.key, label: platformTechs.label };

const record = translatedService({
  name: "app-version",
  label: (row) => `${row.os} ${row.number}`,
  table,
  texts: appVersionTranslations,
  scope: "global",
  input: ListAppVersions,
  joins: [{ table: platformTechs, on: eq(platformTechs.id, table.platformTechId) }],
  sort: {
    version: sql`${table.numberSort} collate "C"`,
    os: table.os,
    "platformTech.label": platformTechs.label,
    isActive: table.isActive,
    isMandatory: table.isMandatory,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    platformTechId: equals(table.platformTechId),
    isActive: equals(table.isActive),
    os: contains(table.os),
    version: contains(table.number),
  },
  async load(ctx: Ctx, ids: string[]) {
    const rows = await ctx.db
      .select({ stored: getTableColumns(table), platformTech })
      .from(table)
      .innerJoin(platformTechs, eq(platformTechs.id, table.platformTechId))
      .where(oneOf(table.id, ids));
    return rows.map(({ stored: { number, numberSort, version, os, ...row }, platformTech }) => ({
      ...row,
      platformTech,
      os: os as AppSystem, // as the table's check says
      version: number,
      revision: version,
    }));
  },
});

type NewVersion = Parameters<typeof record.create>[1];
type Given = Omit<NewVersion, "number" | "numberSort" | "version"> & { version: string };
type Changed = Partial<Omit<Given, "translations">>;

const stored = (version: string) => ({ number: version, numberSort: semverKey(version) });

/** The versions of one app on one system, or of all, the newest first. */
async function released(ctx: Ctx, of?: { platformTechId: string; os: string }) {
  const rows = await ctx.db
    .select({
      id: table.id,
      version: table.number,
      os: table.os,
      isActive: table.isActive,
      isMandatory: table.isMandatory,
      storeUrl: table.storeUrl,
      platformTech,
    })
    .from(table)
    .innerJoin(platformTechs, eq(platformTechs.id, table.platformTechId))
    .where(of && and(eq(table.platformTechId, of.platformTechId), eq(table.os, of.os)))
    .orderBy(
      asc(platformTechs.label),
      asc(platformTechs.key),
      asc(table.os),
      desc(sql`${table.numberSort} collate "C"`),
    );
  return rows.map((row) => ({ ...row, os: row.os as AppSystem })); // as the table's check says
}

/** A version's release note in that language, or in the default one. */
async function noteOf(ctx: Ctx, id: string, languageId: string | undefined) {
  const { parentId, releaseNote } = appVersionTranslations;
  const notes = await ctx.db
    .select({ languageId: languages.id, isDefault: languages.isDefault, releaseNote })
    .from(appVersionTranslations)
    .innerJoin(languages, eq(languages.id, appVersionTranslations.languageId))
    .where(eq(parentId, id));
  const note = notes.find((one) => one.languageId === languageId) ?? notes.find((one) => one.isDefault);
  if (!note) return null;
  const isFallback = languageId !== undefined && note.languageId !== languageId;
  return { languageId: note.languageId, releaseNote: note.releaseNote, isFallback };
}

/** The versions of our apps, with what those who have an older one are told (document 4.2). */
export const appVersionService = {
  ...record,

  create: (ctx: KnownCtx, { version, ...values }: Given) => record.create(ctx, { ...values, ...stored(version) }),

  update: (ctx: KnownCtx, id: string, { version, ...values }: Changed, ifMatch?: string) =>
    record.update(ctx, id, { ...values, ...(version !== undefined && stored(version)) }, ifMatch),

  /** For each app and system that has an active version: the newest, and below which one an app must update. */
  async rules(ctx: Ctx) {
    const techs = await ctx.db.select(platformTech).from(platformTechs).orderBy(platformTechs.label, platformTechs.key);
    const apps = groupBy(await released(ctx), (row) => `${row.platformTech.id} ${row.os}`);
    const rules = [...apps.values()].flatMap((versions) => {
      const [first] = versions;
      const { newest, mandatory } = ruleOf(versions);
      if (!first || !newest) return [];
      const { platformTech, os } = first;
      return [{ platformTech, os, newest: newest.version, mandatory: mandatory?.version ?? null }];
    });
    return { platformTechs: techs, rules };
  },

  /** What an app with that version is told, whether that version is in the list or not. */
  async advice(ctx: Ctx, { version, languageId, ...of }: z.output<typeof AskAppVersion>) {
    const { advice, newest, mandatory } = adviceOf(await released(ctx, of), version);
    const told = advice === "none" ? undefined : newest;
    return {
      advice,
      mandatory: mandatory ?? null,
      newest: newest ?? null,
      note: told ? await noteOf(ctx, told.id, languageId) : null,
    };
  },
};

joinTranslated(appVersionService, {
  title: "Release notes",
  may: { read: "app-version.read", write: "app-version.write" },
  label: sql`${table.os} || ' ' || ${table.number}`,
  place: sql`${platformTechs.label}`,
  joins: [{ table: platformTechs, on: eq(platformTechs.id, table.platformTechId) }],
  fields: { releaseNote: { title: "Release note", long: true } },
  schema: z.object(appVersionTexts),
});
