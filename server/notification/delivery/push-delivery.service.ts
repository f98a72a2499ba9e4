import { notificationDevices as devices } from "@/db/schema";
import { spanned } from "@/env/spans";
import type { Ctx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { type Recipient, recipientPort } from "../recipient/recipient-port.service";
import type { PushProvider, SendResult } from "../sender/sender";
import type { Senders } from "../sender/senders";
import type { Written } from "../text/message-text.service";
import type { Delivery, Outcome, Settled } from "./delivery-claim.service";
import { lineOf } from "./delivery-claim.service";
import { mostTries, retryAt } from "./delivery-plan.rules";

type Device = typeof devices.$inferSelect;

const providers: Record<number, PushProvider> = { 1: "fcm", 2: "apns", 3: "web-push" };
/** The provider that a device hears from. */
export const providerOf = ({ os }: Device): PushProvider => providers[os] ?? "fcm";

/** The devices of these people, by person and app. */
export async function devicesOf(ctx: Ctx, emails: string[]): Promise<Map<string, Device[]>> {
  const rows = await ctx.db
    .select()
    .from(devices)
    .where(oneOf(devices.email, [...new Set(emails)], "text"));
  const found = new Map<string, Device[]>();
  for (const row of rows) {
    const key = `${row.email} ${row.keyPlatformTech}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** The people of these addresses, by address. Who has a device in an app has the app, whatever the backoffice knows of it. */
export async function peopleOf(ctx: Ctx, emails: string[]): Promise<Map<string, Recipient>> {
  const people = await recipientPort.recipientsOf(ctx, emails);
  const doubtful = people.flatMap(({ email, withoutApps }) => (withoutApps.length > 0 ? [email] : []));
  const found = await devicesOf(ctx, doubtful);
  const has = (email: string, app: string) => found.has(`${email} ${app}`);
  return new Map(
    people.map((person) => [
      person.email,
      { ...person, withoutApps: person.withoutApps.filter((app) => !has(person.email, app)) },
    ]),
  );
}

const hourMs = 3_600_000;
/** When a device got something last is known to the hour, so that not every message writes it. */
const isStale = ({ lastSuccessAt }: Device) => !lastSuccessAt || Date.now() - Date.parse(lastSuccessAt) > hourMs;

export interface Push {
  delivery: Delivery;
  words: Written;
  expiresAt: string | null;
  devices: Device[];
}

interface Tried {
  device: Device;
  provider: PushProvider;
  result: SendResult | { kind: "off" } | { kind: "paused"; until: number };
}

async function tryOne(push: Push, device: Device, { push: senders, breakers, meter }: Senders): Promise<Tried> {
  const provider = providerOf(device);
  const sender = senders[provider];
  if (!sender) return { device, provider, result: { kind: "off" } };
  const breaker = breakers.get(provider);
  const until = breaker?.pausedUntil() ?? 0;
  if (until) return { device, provider, result: { kind: "paused", until } };
  const { delivery, words, expiresAt } = push;
  const { id, keyPlatformTech, isUrgent } = delivery;
  const { title, content, link } = words;
  const message = { id, token: device.token, title, content, link, keyPlatformTech, isUrgent, expiresAt };
  const begun = performance.now();
  const result = await spanned({ name: `send ${provider}`, kind: "client" }, () => sender.send(message)).catch(
    (error: unknown): SendResult => ({ kind: "later", reason: String(error).slice(0, 300) }),
  );
  meter.add(provider, result.kind, performance.now() - begun);
  if (result.kind === "down" || result.kind === "later") breaker?.failed(result.afterMs);
  else breaker?.succeeded();
  return { device, provider, result };
}

/**
 * Sends a push to every device of the person in that app that has not got it yet, and says what became of it: one that
 * takes it is enough; what can be tried again is, for the devices that are left.
 */
export async function sendPush(push: Push, senders: Senders): Promise<Settled> {
  const had = push.delivery.mobileDeviceIds;
  const tried = await Promise.all(
    push.devices
      .filter(({ mobileDeviceId }) => !had.includes(mobileDeviceId))
      .map((device) => tryOne(push, device, senders)),
  );
  const of = (kind: Tried["result"]["kind"]) =>
    tried.flatMap(({ device, result }) => (result.kind === kind ? [device] : []));
  const accepted = of("accepted");
  return {
    outcome: outcomeOf(push, tried),
    reached: accepted.filter(isStale).map(({ id }) => id),
    gone: of("gone").map(({ id, token }) => ({ id, token })),
  };
}

function outcomeOf({ delivery, words }: Push, tried: Tried[]): Outcome {
  const { id, mobileDeviceIds: had } = delivery;
  const of = (kind: Tried["result"]["kind"]) => tried.filter(({ result }) => result.kind === kind);
  const accepted = of("accepted").map(({ device }) => device);
  const reached = [...had, ...accepted.map(({ mobileDeviceId }) => mobileDeviceId)];
  const text = tried
    .map(({ provider, result }) => `${provider}: ${"reason" in result ? result.reason : result.kind}`)
    .join("; ");
  const sent = { ...words, id, mobileDeviceIds: reached, line: lineOf("sent", text) };
  const again = tried.flatMap(({ result }) => (result.kind === "later" ? [result.afterMs] : []));
  if (again.length && delivery.tries + 1 < mostTries) {
    const tries = delivery.tries + 1;
    const longest = again.every((ms) => ms === undefined) ? undefined : Math.max(...again.map((ms) => ms ?? 0));
    const at = retryAt(Date.now(), tries, longest);
    return {
      ...sent,
      status: "pending",
      tries,
      reason: text,
      dueAt: new Date(at).toISOString(),
      line: lineOf("tried", text),
    };
  }
  const paused = tried.flatMap(({ result }) => {
    if (result.kind === "paused") return [result.until];
    return result.kind === "down" ? [retryAt(Date.now(), 2, result.afterMs)] : [];
  });
  if (paused.length && !again.length) {
    const dueAt = new Date(Math.max(...paused)).toISOString();
    return { ...sent, status: "pending", reason: text, dueAt, line: lineOf("paused", text) };
  }
  const tries = delivery.tries + (tried.length ? 1 : 0);
  if (reached.length) return { ...sent, status: "sent", tries };
  const skipped = (reason: string): Outcome => ({ id, status: "skipped", reason, line: lineOf("skipped", reason) });
  const off = of("off");
  if (tried.length > 0 && off.length === tried.length)
    return skipped(`sender_off: ${[...new Set(off.map((one) => one.provider))].join(", ")}`);
  if (of("gone").length + off.length === tried.length) return skipped("no_device");
  return { ...sent, status: "failed", tries, reason: text, line: lineOf("failed", text) };
}
