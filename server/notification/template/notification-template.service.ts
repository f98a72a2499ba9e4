import { and, eq, sql } from "drizzle-orm";
import {
  notificationPlatformTechs as apps,
  notificationTemplateTechs as links,
  notificationTemplateContents,
  notificationTemplates as table,
} from "@/db/schema";
import { type Ctx, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";
import { isThere, keyOrId } from "../platform/platform-tech.service";
import { ListNotificationTemplates } from "./notification-template.schema";

async function load(ctx: Ctx, ids: string[]) {
  const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids));
  const firsts = await ctx.db
    .selectDistinctOn([links.noticationTemplateId], {
      templateId: links.noticationTemplateId,
      platformTech: { id: apps.id, key: apps.key, label: apps.label },
    })
    .from(links)
    .innerJoin(apps, eq(apps.id, links.platformTechId))
    .where(and(oneOf(links.noticationTemplateId, ids), isThere(apps)))
    .orderBy(links.noticationTemplateId, links.createdAt, links.id);
  const first = new Map(firsts.map(({ templateId, platformTech }) => [templateId, platformTech]));
  return rows.map((row) => ({ ...row, platformTechs: first.get(row.id) ?? null }));
}

/** The labels of all templates, by id, for who may read them; nothing for others. */
export async function templateLabels(ctx: Ctx): Promise<Map<string, string>> {
  if (!ctx.actor || !mayDo(ctx.actor, "notification-template.read")) return new Map();
  const rows = await ctx.db.select({ id: table.id, label: table.labelNotificationTemplate }).from(table);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

const options = {
  table,
  load,
  input: ListNotificationTemplates,
  sort: {
    keyNotificationTemplate: table.keyNotificationTemplate,
    labelNotificationTemplate: table.labelNotificationTemplate,
    isPublic: table.isPublic,
    isActivated: table.isActivated,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    keyNotificationTemplate: contains(table.keyNotificationTemplate),
    labelNotificationTemplate: contains(table.labelNotificationTemplate),
    platformTechs: (wanted: string[]) =>
      sql`${table.id} in (select ${links.noticationTemplateId} from ${links} join ${apps}
        on ${apps.id} = ${links.platformTechId} where ${and(isThere(apps), keyOrId(apps.key, apps.id)(wanted))})`,
    isPublic: equals(table.isPublic),
    isActivated: equals(table.isActivated),
  },
};

const list = listService({ ...options, scope: "global" });

/** Templates of notifications (notification document, Notification template). */
export const notificationTemplateService = recordService(list, {
  name: "notification-template",
  label: (row) => row.labelNotificationTemplate,
  parts: [
    { table: notificationTemplateContents, parent: notificationTemplateContents.noticationTemplateId },
    { table: links, parent: links.noticationTemplateId },
  ],
});

/** Active templates; those that are not public only for who may see them all. */
const readable = listService({
  ...options,
  scope: ({ actor }: KnownCtx) => {
    const isOpen = mayDo(actor, "notification-template.read") ? undefined : eq(table.isPublic, true);
    return sql`${and(eq(table.isActivated, true), isOpen)}`;
  },
});

/** What everybody who is signed in may read of templates (decisions 2 and 7). */
export const readNotificationTemplateService = {
  list: readable.list,
  get: readable.get,

  async getByKey(ctx: KnownCtx, keyNotificationTemplate: string) {
    const [found] = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(equals(table.keyNotificationTemplate)(keyNotificationTemplate));
    if (!found) throw notFound();
    return readable.get(ctx, found.id);
  },

  /** The template of a content, which must be its own (404 otherwise). */
  async getByContent(ctx: KnownCtx, id: string, contentId: string) {
    const of = notificationTemplateContents;
    const isIts = and(eq(of.id, contentId), eq(of.noticationTemplateId, id));
    const template = await readable.get(ctx, id);
    if ((await ctx.db.$count(of, isIts)) === 0) throw notFound();
    return template;
  },
};
