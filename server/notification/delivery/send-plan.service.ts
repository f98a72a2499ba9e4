import type { z } from "zod";
import { notificationPlatformTechs as techs } from "@/db/schema";
import { env } from "@/env/env";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import { readSheet } from "@/server/kit/import/sheet/read-sheet";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { t } from "@/texts/t";
import { isThere } from "../platform/platform-tech.service";
import { type Recipient, recipientPort } from "../recipient/recipient-port.service";
import type { SendNotificationRequest } from "../request/notification-request.schema";
import {
  hasValue,
  languageOf,
  messageOf,
  sorted,
  tokensByEmail,
  tokensWanted,
  waysOf,
} from "../request/notification-send.service";
import { sendersOn } from "../sender/push-senders.service";
import { type Texts, textsOf, tokensUsed, written } from "../text/message-text.service";
import { type OwnTokens, ownTokensOf } from "../text/recipient-token.service";
import { unsubscribedOf } from "../unsubscribe/unsubscribe.service";
import { planOf } from "./delivery-plan.rules";
import { devicesOf, peopleOf, providerOf } from "./push-delivery.service";
import type { RecipientTable, SendPlan } from "./send-plan.schema";

type Asked = z.output<typeof SendNotificationRequest>;
type Plan = z.output<typeof SendPlan>;
type Why = { kind: "now" } | { kind: "later" | "skipped"; reason: string };

const mostRejected = 500;
const mostNamed = 5;
const mostSampled = 10;
const mostShown = 5;

/** What decides whether a message can go by a way, asked for once. */
async function known(ctx: Ctx, emails: string[]) {
  return {
    people: await peopleOf(ctx, emails),
    devices: await devicesOf(ctx, emails),
    unsubscribed: await unsubscribedOf(ctx, emails),
    on: sendersOn(env),
  };
}
type Known = Awaited<ReturnType<typeof known>>;

interface Way {
  key: string;
  type: NotificationType;
}

/** Whether a way leads to this person's phones. */
function pushWay({ devices, on }: Known, email: string, key: string): Why {
  const own = devices.get(`${email} ${key}`) ?? [];
  if (own.length === 0) return { kind: "skipped", reason: "no_device" };
  const off = own.map(providerOf).filter((provider) => !on.has(provider));
  if (off.length < own.length) return { kind: "now" };
  return { kind: "skipped", reason: `sender_off: ${[...new Set(off)].join(", ")}` };
}

/** The same questions as when it is sent, in the same order. */
function whyOf(facts: Known, email: string, { key, type }: Way, isUrgent: boolean, at: number): Why {
  const person: Recipient | undefined = facts.people.get(email);
  if (type === 3 && !isUrgent && facts.unsubscribed.has(`${email} ${key}`))
    return { kind: "skipped", reason: "opted_out" };
  const plan = planOf({ email, keyPlatformTech: key, type, isUrgent }, person, at);
  if (plan.kind === "skip") return { kind: "skipped", reason: plan.reason };
  if (type === 3 && !facts.on.has("smtp")) return { kind: "skipped", reason: "sender_off: smtp" };
  const way: Why = type === 2 ? pushWay(facts, email, key) : { kind: "now" };
  return way.kind === "now" && plan.kind === "defer" ? { kind: "later", reason: plan.reason } : way;
}

function grouped(found: Map<string, string[]>): Plan["ways"][number]["later"] {
  const groups = [...found].map(([reason, emails]) => ({
    reason,
    count: emails.length,
    emails: emails.slice(0, mostNamed),
  }));
  return groups.sort((a, b) => b.count - a.count);
}

/** Some of the people, so that as many languages as there are can be looked at. */
function shownOf(emails: string[], languageOf: (email: string) => string | null) {
  const firsts = [...new Map(emails.toReversed().map((email) => [languageOf(email), email])).values()].reverse();
  return [...new Set([...firsts, ...emails])].slice(0, mostShown);
}

interface Showing {
  asked: Asked;
  texts: Texts;
  own: OwnTokens;
  key: string;
  languageOf: (email: string) => string | null;
}

/**
 * The message as it would be read. Whose values the caller may not read, and what has no value yet, stands there by its
 * token's name.
 */
async function messagesOf(ctx: KnownCtx, emails: string[], { asked, texts, own, key, languageOf }: Showing) {
  const languages = await recipientPort.languages(ctx);
  const given = tokensByEmail(asked);
  const words = {
    keyNotificationTemplate: asked.keyNotificationTemplate ?? null,
    notificationTitle: asked.notificationTitle ?? "",
    notificationContent: asked.notificationContent ?? "",
  };
  const names = Object.fromEntries(tokensUsed(words, texts, [key]).map((name) => [name, `{{${name}}}`]));
  const messages: Plan["messages"] = [];
  for (const email of emails) {
    const isShown = await recipientPort.mayRead(ctx, email);
    const values = isShown ? own.get(email)?.tokens : {};
    const tokens = { ...names, ...values, ...asked.tokens, ...given.get(email) };
    const languageId = languageOf(email);
    const { title, content, contentLanguageId } = written(
      { ...words, keyPlatformTech: key, languageId, tokens },
      texts,
      "plain",
    );
    const language = languages.find(({ id }) => id === (contentLanguageId ?? languageId))?.code ?? "";
    messages.push({ email, title, content, language, isShown });
  }
  return messages;
}

/**
 * What would become of a request if it were sent as it is. Nothing is stored; what people choose until it is due counts
 * when it is due.
 * @throws AppError 422 as sending does, but for missing tokens and for addresses that are not good, which it names
 */
export async function planNotification(ctx: KnownCtx, asked: Asked): Promise<Plan> {
  const key = asked.keyNotificationTemplate;
  const texts = await textsOf(ctx, key === undefined ? [] : [key]);
  const { isUrgent } = await messageOf(ctx, asked, texts);
  const { keys, ways } = await waysOf(ctx, asked);
  const { accepted, rejected } = sorted(asked.emailUserDestList);
  const given = tokensByEmail(asked);
  const wanted = tokensWanted(asked, texts, keys);
  const own = await ownTokensOf(ctx, accepted, wanted, asked);
  const missing = wanted.flatMap((token) => {
    const emails = accepted.filter((email) => !hasValue(email, token, given, own));
    const ambiguous = emails.filter((email) => own.get(email)?.ambiguous.includes(token));
    return emails.length > 0 ? [{ token, emails, ambiguous }] : [];
  });
  const facts = await known(ctx, accepted);
  const language = await languageOf(ctx, asked);
  const [app = ""] = keys;
  const languageFor = (email: string) => {
    const person = facts.people.get(email);
    return language(person?.optins[app]?.languageId ?? person?.languageId);
  };
  const showing = { asked, texts, own, key: app, languageOf: languageFor };
  const at = Math.max(Date.now(), asked.dtPrepareSent ? Date.parse(asked.dtPrepareSent) : 0);
  return {
    people: accepted.length,
    sample: accepted.slice(0, mostSampled),
    rejected: rejected.slice(0, mostRejected),
    rejectedCount: rejected.length,
    missingTokens: missing.map(({ token }) => token),
    missing,
    messages: await messagesOf(ctx, shownOf(accepted, languageFor), showing),
    ways: ways.map((way) => {
      const found = { later: new Map<string, string[]>(), skipped: new Map<string, string[]>() };
      let now = 0;
      for (const email of accepted) {
        const why = whyOf(facts, email, way, isUrgent, at);
        if (why.kind === "now") now++;
        else {
          const emails = found[why.kind].get(why.reason) ?? [];
          found[why.kind].set(why.reason, emails);
          emails.push(email);
        }
      }
      const { key, type } = way;
      return { keyPlatformTech: key, type, now, later: grouped(found.later), skipped: grouped(found.skipped) };
    }),
  };
}

/** The apps that a message can be sent to. */
export const sendApps = async (ctx: Ctx) => ({
  items: await ctx.db
    .select({ key: techs.key, label: techs.label, typeNotificationList: techs.typeNotificationList })
    .from(techs)
    .where(isThere(techs))
    .orderBy(techs.label, techs.key),
});

/**
 * The rows of a table of recipients, the line of its titles first; blank rows are left out.
 * @throws AppError 400 that says what is wrong with the file and where, 413 over the cap
 */
export const readTable = (bytes: Uint8Array): Promise<z.output<typeof RecipientTable>> =>
  readSheet(bytes, async ({ titles, rows }) => {
    const read = [titles];
    for await (const batch of rows)
      for (const { row, cells, fault } of batch) {
        if (fault) throw unreadableRow(row, fault.message);
        read.push(cells);
      }
    return { rows: read };
  });

function unreadableRow(row: number, fault: string) {
  const message = t("Row {row}: {fault}", { row, fault });
  return new AppError("invalid_input", message, { errors: [{ path: "file", message }] });
}
