import { and, eq, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { firmwareRolloutWaves, languages, notificationPlatformTechs, users } from "@/db/schema";
import { env } from "@/env/env";
import { staffWithRights } from "@/server/identity/user-role/right-holder.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { tellWebhooks } from "@/server/kit/record/webhook-events";
import { groupBy } from "@/server/kit/value/group.rules";
import { isThere } from "@/server/notification/platform/platform-tech.service";
import { sendNotification } from "@/server/notification/request/notification-send.service";
import { speaking } from "@/texts/node";
import { isLanguage } from "@/texts/speech";
import { t } from "@/texts/t";
import { pauseWords } from "./firmware-rollout.rules";
import type { RolloutRow } from "./rollout-row.service";

/** The app whose bell people of the backoffice have. */
const app = "BACKOFFICE_WEB";

async function figuresOf(ctx: Ctx, rolloutId: string) {
  const { devices, installed, failed } = firmwareRolloutWaves;
  const sum = (column: AnyPgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`;
  const [row] = await ctx.db
    .select({ devices: sum(devices), installed: sum(installed), failed: sum(failed) })
    .from(firmwareRolloutWaves)
    .where(eq(firmwareRolloutWaves.rolloutId, rolloutId));
  return row ?? { devices: 0, installed: 0, failed: 0 };
}

/** Who hears of a pause: who made the rollout, and who may approve; by language. */
async function peopleFor(ctx: Ctx, { createdById }: RolloutRow) {
  const holders = (await staffWithRights(ctx, ["firmware-rollout.approve"])).map(({ id }) => id);
  const ids = [...new Set([...holders, ...(createdById ? [createdById] : [])])];
  const rows = await ctx.db
    .select({ email: users.email, code: languages.code, languageId: users.languageId })
    .from(users)
    .leftJoin(languages, eq(languages.id, users.languageId))
    .where(and(oneOf(users.id, ids), eq(users.status, "active"), eq(users.type, "Staff")));
  return [...groupBy(rows, ({ languageId }) => languageId ?? "").values()];
}

/** What has a meaning in a message, such as the braces of a token, is none in a name. */
const plain = (text: string) => text.replace(/[{}<>[\]]/g, " ").slice(0, 120);

/** Bell and mail; where the backoffice's own app is not known there is nowhere to tell it. */
async function tellPeople(ctx: KnownCtx, row: RolloutRow) {
  const known = await ctx.db.$count(
    notificationPlatformTechs,
    and(eq(notificationPlatformTechs.key, app), isThere(notificationPlatformTechs)),
  );
  if (known === 0 || !row.pauseReason) return;
  const { code, text } = row.pauseReason;
  for (const people of await peopleFor(ctx, row)) {
    const [first] = people;
    const language = first && isLanguage(first.code) ? first.code : "en";
    const words = speaking({ language, timeZone: "UTC" }, () => ({
      title: t("Rollout {name} is paused", { name: plain(row.name) }),
      why: t(pauseWords[code as keyof typeof pauseWords] ?? code),
      open: t("Open it: {link}", { link: new URL(`/firmware-rollouts/${row.id}`, env.APP_URL).href }),
    }));
    await sendNotification(ctx, {
      notificationTitle: words.title,
      notificationContent: [`${words.why}.`, text && plain(text), words.open].filter(Boolean).join(" "),
      keyPlatformTechs: [app],
      emailUserDestList: people.map(({ email }) => email),
      typeNotificationList: [1, 3],
    });
  }
}

/** Tells people and webhooks what became of a rollout, in the transaction in which it did. */
export async function tellRollout(ctx: KnownCtx, row: RolloutRow, what: "started" | "paused" | "done") {
  const ids = { firmwareRolloutId: row.id, firmwareVersionId: row.firmwareVersionId };
  const figures = await figuresOf(ctx, row.id);
  if (what === "paused") {
    await tellPeople(ctx, row);
    const { code = "", wave = null } = row.pauseReason ?? {};
    await tellWebhooks(ctx, [{ event: "firmware-rollout.paused", data: { ...ids, ...figures, code, wave } }]);
  } else await tellWebhooks(ctx, [{ event: `firmware-rollout.${what}`, data: { ...ids, ...figures } }]);
}
