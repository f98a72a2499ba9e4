import { eq, type SQL, sql } from "drizzle-orm";
import { labels, labelTranslations, modules } from "@/db/schema";
import { contains, containsAny, equals, oneOf, refersTo } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { translationService } from "@/server/kit/translations";
import { ListLabels } from "./label-interface.schema";

const texts = translationService(labelTranslations);

/** Labels with a value that `where` holds for. */
const withValue = (where: SQL) =>
  sql`${labels.id} in (select ${labelTranslations.parentId} from ${labelTranslations} where ${where})`;
const inLanguage = (languageId: string | undefined) =>
  languageId ? equals(labelTranslations.languageId)(languageId) : sql`true`;

const list = listService({
  table: labels,
  scope: "global",
  input: ListLabels,
  joins: [{ table: modules, on: eq(modules.id, labels.moduleId) }],
  sort: {
    name: labels.name,
    moduleName: modules.label,
    labelInterfacePage: labels.labelInterfacePage,
    createdAt: labels.createdAt,
    updatedAt: labels.updatedAt,
  },
  filters: {
    moduleId: equals(labels.moduleId),
    moduleName: (value) => refersTo(labels.moduleId, modules, containsAny(modules.label, modules.code)(value)),
    name: contains(labels.name),
    labelInterfacePage: contains(labels.labelInterfacePage),
    /** the language that `keyword` and `searchIn` refer to */
    languageId: () => undefined,
    /** Found in name, description and values: those in the language where only translated labels are asked for. */
    keyword: (value, { searchIn, languageId }) => {
      const language = searchIn === "translated" ? inLanguage(languageId) : sql`true`;
      const found = withValue(sql`${language} and ${contains(labelTranslations.value)(value)}`);
      return sql`(${containsAny(labels.name, labels.description)(value)} or ${found})`;
    },
    /** With a language: labels that have, or lack, a value in it; without one: in any. */
    searchIn: (value, { languageId }) => {
      if (value === "both") return undefined;
      const has = withValue(inLanguage(languageId));
      return value === "translated" ? has : sql`not ${has}`;
    },
  },
  load: async (ctx, ids) => {
    const rows = await ctx.db
      .select()
      .from(labels)
      .innerJoin(modules, eq(modules.id, labels.moduleId))
      .where(oneOf(labels.id, ids));
    return texts.addTo(
      ctx,
      rows.map(({ labels, modules: { id, code, label } }) => ({ ...labels, module: { id, code, label } })),
    );
  },
});

/** Labels with their translations, as the other label services read and write them. */
export const labelRecord = recordService(list, {
  name: "label",
  label: (row) => row.name,
  parts: [{ table: labelTranslations, parent: labelTranslations.parentId }],
});
