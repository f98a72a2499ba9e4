import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { notificationTemplateContents as contents, notificationTemplates as templates } from "@/db/schema";
import { inOrder } from "@/db/schema/text-index";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { joinDesk } from "@/server/kit/desk/desk-join";
import { holds } from "@/server/kit/desk/desk-list";
import type { DeskAdapter, DeskAsked, DeskPlace, Stored } from "@/server/kit/desk/desk-source";
import { contains, oneOf } from "@/server/kit/list/list-filters";
import type { Changes } from "@/server/kit/record/audit";
import { knownTokens, lockTexts, unknownTokenIn } from "../text/template-tokens.service";
import { MessageContent, MessageTitle } from "./notification-template.schema";
import { notificationTemplateContentService as service } from "./notification-template-content.service";

const texts = [contents.notificationTitle, contents.notificationContent];

/** Templates with a content for which this holds. */
const withContent = (where: SQL | undefined) =>
  sql`exists (select from ${contents} where ${contents.noticationTemplateId} = ${templates.id} and ${where})`;

function conditionOf({ ids, languageId, show, found: findings = [], without, moduleId, keyword, holding }: DeskAsked) {
  const inLanguage = languageId ? eq(contents.languageId, languageId) : undefined;
  const found = keyword && [
    contains(templates.labelNotificationTemplate)(keyword),
    withContent(or(...texts.map((text) => contains(text)(keyword)))),
  ];
  return and(
    ids && oneOf(templates.id, ids),
    without && sql`not ${oneOf(templates.id, without)}`,
    moduleId === undefined ? undefined : sql`false`, // templates stand in no module
    show === "missing" ? sql`not ${withContent(inLanguage)}` : undefined,
    show === "outdated" ? withContent(and(inLanguage, isNotNull(contents.outdatedFrom))) : undefined,
    show === "review"
      ? withContent(and(inLanguage, or(isNotNull(contents.outdatedFrom), inArray(templates.id, findings))))
      : undefined,
    found ? or(...found) : undefined,
    holding &&
      withContent(
        and(
          holding.languageId ? eq(contents.languageId, holding.languageId) : undefined,
          or(...texts.map((text) => holds(text, holding))),
        ),
      ),
  );
}

async function find(ctx: Ctx, asked: DeskAsked, take: number) {
  const label = templates.labelNotificationTemplate;
  const rows = await ctx.db
    .select({ id: templates.id, name: label, place: templates.keyNotificationTemplate })
    .from(templates)
    .where(conditionOf(asked))
    .orderBy(inOrder(label), templates.id)
    .limit(take);
  return Promise.all(
    rows.map(async (row) => ({ ...row, recordId: row.id, tokens: (await knownTokens(ctx, row.id)) ?? undefined })),
  );
}

async function read(ctx: Ctx, ids: string[], isWritten?: boolean): Promise<Stored[]> {
  if (isWritten) await lockTexts(ctx);
  const rows = await ctx.db.select().from(contents).where(oneOf(contents.noticationTemplateId, ids));
  return rows.map((row) => ({ ...row, parentId: row.noticationTemplateId }));
}

async function count(ctx: Ctx, found: DeskPlace[]) {
  const rows = await ctx.db
    .select({
      languageId: contents.languageId,
      translated: sql<number>`count(*)::int`,
      review: sql<number>`count(*) filter (where ${contents.outdatedFrom} is not null or exists (
        select from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(id uuid, "languageId" uuid)
        where f.id = ${contents.noticationTemplateId} and f."languageId" = ${contents.languageId}))::int`,
    })
    .from(contents)
    .groupBy(contents.languageId);
  const by = (name: "translated" | "review") => new Map(rows.map((row) => [row.languageId, row[name]]));
  return { total: await ctx.db.$count(templates), translated: by("translated"), review: by("review") };
}

/** Only says what a content is outdated from, or that it is right. */
const say = (ctx: KnownCtx, id: string, outdatedFrom: Stored["outdatedFrom"]) =>
  service.change(ctx, id, undefined, outdatedFrom ? "undo" : "confirm-translation", async (ctx) => {
    const said = await ctx.db
      .update(contents)
      .set({ outdatedFrom })
      .where(and(eq(contents.id, id), (outdatedFrom ? isNull : isNotNull)(contents.outdatedFrom)))
      .returning({ id: contents.id });
    const changes: Changes = said.length ? { confirmed: [outdatedFrom !== null, outdatedFrom === null] } : {};
    return { changes, result: undefined };
  });

const write: DeskAdapter["write"] = async (ctx, { id: noticationTemplateId, languageId }, change) => {
  const isIts = and(eq(contents.noticationTemplateId, noticationTemplateId), eq(contents.languageId, languageId));
  const [stored] = await ctx.db.select({ id: contents.id }).from(contents).where(isIts);
  if ("outdatedFrom" in change) return stored && say(ctx, stored.id, change.outdatedFrom);
  if (change.texts === null) return stored && service.remove(ctx, stored.id);
  const { notificationTitle = "", notificationContent = "" } = change.texts;
  const values = { notificationTitle, notificationContent };
  return stored
    ? service.update(ctx, stored.id, values)
    : service.create(ctx, { ...values, noticationTemplateId, languageId });
};

// The texts of notifications at the translation desk (ADR 76): each content is a record of its own, of its template's text.
joinDesk({
  name: "notification-template-content",
  title: "Notifications",
  may: { read: "notification-template.read", write: "notification-template.write" },
  fields: {
    notificationTitle: { title: "Title" },
    notificationContent: { title: "Text", long: true },
  },
  schema: z.object({ notificationTitle: MessageTitle, notificationContent: MessageContent }),
  fault: ({ tokens }, { notificationTitle = "", notificationContent = "" }) =>
    tokens && unknownTokenIn(tokens, { notificationTitle, notificationContent }),
  adapter: { table: contents, find, read, count, write },
});
