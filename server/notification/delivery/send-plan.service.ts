import type { z } from "zod";
import { notificationPlatformTechs as techs } from "@/db/schema";
import { env } from "@/env/env";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import type { NotificationType } from "@/server/kit/value/notification-type.rules";
import { isThere } from "../platform/platform-tech.service";
import { type Recipient, recipientPort } from "../recipient/recipient-port.service";
import type { SendNotificationRequest } from "../request/notification-request.schema";
import { messageOf, sorted, tokensByEmail, tokensWanted, waysOf } from "../request/notification-send.service";
import { sendersOn } from "../sender/push-senders.service";
import { textsOf } from "../text/message-text.service";
import { unsubscribedOf } from "../unsubscribe/unsubscribe.service";
import { planOf } from "./delivery-plan.rules";
import { devicesOf, providerOf } from "./push-delivery.service";
import type { SendPlan } from "./send-plan.schema";

type Asked = z.output<typeof SendNotificationRequest>;
type Plan = z.output<typeof SendPlan>;
type Why = { kind: "now" } | { kind: "later" | "skipped"; reason: string };

const mostRejected = 20;
const mostNamed = 5;
const mostSampled = 10;

/** What decides whether a message can go by a way, asked for once. */
async function known(ctx: Ctx, emails: string[]) {
  const people = await recipientPort.recipientsOf(ctx, emails);
  return {
    people: new Map(people.map((person) => [person.email, person])),
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
  const own = tokensByEmail(asked);
  const isWithout = (name: string) => accepted.some((email) => !Object.hasOwn(own.get(email) ?? {}, name));
  const facts = await known(ctx, accepted);
  const at = Math.max(Date.now(), asked.dtPrepareSent ? Date.parse(asked.dtPrepareSent) : 0);
  return {
    people: accepted.length,
    sample: accepted.slice(0, mostSampled),
    rejected: rejected.slice(0, mostRejected),
    rejectedCount: rejected.length,
    missingTokens: tokensWanted(asked, texts, keys).filter(isWithout),
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
