import { and, eq, getTableColumns } from "drizzle-orm";
import {
  notificationPlatformTechs as apps,
  platformPageTechs as pages,
  notificationTemplateTechs as table,
  notificationTemplates as templates,
} from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService, type Values } from "@/server/kit/record/record-service";
import { keyOrId, ofTechs } from "../platform/platform-tech.service";
import { assertContentsFit, lockTexts } from "../text/template-tokens.service";
import { ListNotificationTemplateTechs } from "./notification-template.schema";

const load = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({
      ...getTableColumns(table),
      notificationTemplate: {
        id: templates.id,
        keyNotificationTemplate: templates.keyNotificationTemplate,
        labelNotificationTemplate: templates.labelNotificationTemplate,
        isPublic: templates.isPublic,
      },
      platformPageTech: getTableColumns(pages),
      platformTech: { id: apps.id, key: apps.key, label: apps.label },
    })
    .from(table)
    .innerJoin(templates, eq(templates.id, table.noticationTemplateId))
    .innerJoin(pages, eq(pages.id, table.platformPageTechId))
    .innerJoin(apps, eq(apps.id, table.platformTechId))
    .where(oneOf(table.id, ids));

const list = listService({
  table,
  scope: () => ofTechs(table.platformTechId),
  load,
  input: ListNotificationTemplateTechs,
  sort: { createdAt: table.createdAt, updatedAt: table.updatedAt },
  filters: {
    noticationTemplateId: equals(table.noticationTemplateId),
    platformPageTechId: equals(table.platformPageTechId),
    platformTechId: equals(table.platformTechId),
    platformTechs: (wanted) => ofTechs(table.platformTechId, keyOrId(apps.key, apps.id)(wanted)),
  },
});

const record = recordService(list, { name: "notification-template-tech", label: () => "link" });

/** The page must be of the app (422). */
async function assertGood(ctx: Ctx, values: Values<typeof table>) {
  const { platformPageTechId = "", platformTechId = "" } = values;
  const [app] = await ctx.db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.id, platformTechId), ofTechs(apps.id)));
  if (!app) throw unknownReference("platformTechId", "platform tech");
  const [page] = await ctx.db.select().from(pages).where(eq(pages.id, platformPageTechId));
  if (!page) throw unknownReference("platformPageTechId", "page");
  if (page.platformTechId !== platformTechId)
    throw broken("platformPageTechId", "This page is of another platform tech.");
}

/** A change of links, after which no stored content may use a token that is not known any more. */
const fitting = <T>(ctx: KnownCtx, work: (ctx: KnownCtx, touch: (templateId: string) => void) => Promise<T>) =>
  inTransaction(ctx, async (ctx) => {
    await lockTexts(ctx);
    const touched = new Set<string>();
    const result = await work(ctx, (id) => touched.add(id));
    await assertContentsFit(ctx, [...touched], "platformPageTechId");
    return result;
  });

/** Where templates lead in which app (notification document, Notification template tech). */
export const notificationTemplateTechService = {
  ...record,
  create: (ctx: KnownCtx, values: typeof table.$inferInsert) =>
    fitting(ctx, async (ctx, touch) => {
      await assertGood(ctx, values);
      touch(values.noticationTemplateId);
      return record.create(ctx, values);
    }),
  update: (ctx: KnownCtx, id: string, values: Values<typeof table>, ifMatch?: string) =>
    fitting(ctx, async (ctx, touch) => {
      const before = await record.lock(ctx, id, ifMatch);
      await assertGood(ctx, values);
      touch(before.noticationTemplateId);
      touch(values.noticationTemplateId ?? before.noticationTemplateId);
      return record.update(ctx, id, values);
    }),
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    fitting(ctx, async (ctx, touch) => {
      touch((await record.lock(ctx, id, ifMatch)).noticationTemplateId);
      await record.remove(ctx, id);
    }),
};
