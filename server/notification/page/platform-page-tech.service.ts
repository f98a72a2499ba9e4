import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { notificationTemplateTechs, platformPageTechs as table, notificationPlatformTechs as techs } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx, mayDo } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { unknownReference } from "@/server/kit/call/exists";
import { contains, equals, oneOf } from "@/server/kit/list/list-filters";
import { listService } from "@/server/kit/list/list-service";
import { recordService, type Values } from "@/server/kit/record/record-service";
import { t } from "@/texts/t";
import { isThere, keyOrId, ofTechs } from "../platform/platform-tech.service";
import { namesIn, tokensIn } from "../text/template-token.rules";
import { assertContentsFit, isKnown, lockTexts, templatesOfPage } from "../text/template-tokens.service";
import { ListPlatformPageTechs } from "./platform-page-tech.schema";

const platformTech = { id: techs.id, key: techs.key, label: techs.label };

const load = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ ...getTableColumns(table), platformTech })
    .from(table)
    .innerJoin(techs, eq(techs.id, table.platformTechId))
    .where(oneOf(table.id, ids));

const options = {
  table,
  load,
  input: ListPlatformPageTechs,
  sort: {
    keyPlatformPageTech: table.keyPlatformPageTech,
    labelPlatformPage: table.labelPlatformPage,
    isActivated: table.isActivated,
    createdAt: table.createdAt,
    updatedAt: table.updatedAt,
  },
  filters: {
    keyPlatformPageTechs: keyOrId(table.keyPlatformPageTech, table.id),
    labelPlatformPage: contains(table.labelPlatformPage),
    platformTechs: (wanted: string[]) => ofTechs(table.platformTechId, keyOrId(techs.key, techs.id)(wanted)),
    isActivated: equals(table.isActivated),
  },
};

const ofThere = () => ofTechs(table.platformTechId);
const list = listService({ ...options, scope: ofThere });
const record = recordService(list, {
  name: "platform-page-tech",
  label: (row) => row.labelPlatformPage,
  parts: [{ table: notificationTemplateTechs, parent: notificationTemplateTechs.platformPageTechId }],
});

/** The deep link may use the tokens of the page, and the app must be there. */
async function assertGood(ctx: Ctx, values: Values<typeof table>) {
  const names = namesIn(values.tokensLabelList ?? "");
  const unknown = (tokensIn(values.descLink ?? "") ?? []).filter((name) => !isKnown(names, name));
  if (unknown.length)
    throw broken(
      "descLink",
      t("These tokens are not in the list of the page: {names}.", { names: unknown.join(", ") }),
    );
  const [tech] = await ctx.db
    .select({ id: techs.id })
    .from(techs)
    .where(and(eq(techs.id, values.platformTechId ?? ""), isThere(techs)));
  if (!tech) throw unknownReference("platformTechId", "platform tech");
}

/** A change of a page, after which no stored content may use a token that is not known any more. */
const fitting = <T>(ctx: KnownCtx, id: string, field: string, work: (ctx: KnownCtx) => Promise<T>) =>
  inTransaction(ctx, async (ctx) => {
    await lockTexts(ctx);
    const templates = await templatesOfPage(ctx, id);
    const result = await work(ctx);
    await assertContentsFit(ctx, templates, field);
    return result;
  });

/** Pages of apps that notifications lead to (notification document, Platform page tech). */
export const platformPageTechService = {
  ...record,
  create: (ctx: KnownCtx, values: typeof table.$inferInsert) =>
    inTransaction(ctx, async (ctx) => {
      await assertGood(ctx, values);
      return record.create(ctx, values);
    }),
  update: (ctx: KnownCtx, id: string, values: Values<typeof table>, ifMatch?: string) =>
    fitting(ctx, id, "tokensLabelList", async (ctx) => {
      const before = await record.lock(ctx, id, ifMatch);
      await assertGood(ctx, values);
      if (values.platformTechId !== before.platformTechId && (await templatesOfPage(ctx, id)).length)
        throw broken("platformTechId", "Templates lead to this page; take their links away before it changes its app.");
      return record.update(ctx, id, values);
    }),
  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    fitting(ctx, id, "id", (ctx) => record.remove(ctx, id, ifMatch)),
};

const isActive = () => sql`${and(eq(table.isActivated, true), ofThere())}`;
const readable = listService({ ...options, scope: isActive });
const every = listService({ ...options, scope: ofThere });
const readableTo = (ctx: KnownCtx) => (mayDo(ctx.actor, "platform-page-tech.read") ? every : readable);

/** The same for everybody who is signed in: active pages only; for staff all of them. */
export const readPlatformPageTechService = {
  list: (ctx: KnownCtx, request: Parameters<typeof readable.list>[1]) => readableTo(ctx).list(ctx, request),
  get: (ctx: KnownCtx, id: string) => readableTo(ctx).get(ctx, id),
  async getByKey(ctx: KnownCtx, key: string) {
    const found = (await readableTo(ctx).list(ctx, { keyPlatformPageTechs: [key], limit: 2 } as object)).items.find(
      (row) => row.keyPlatformPageTech === key,
    );
    if (!found) throw notFound();
    return found;
  },
};
