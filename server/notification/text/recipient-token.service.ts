import type { notificationRequests } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { type About, type RecipientValues, recipientPort } from "../recipient/recipient-port.service";
import { type Texts, tokensUsed } from "./message-text.service";
import { isRecipientToken, recipientName } from "./template-token.rules";

/** What recipients have for tokens such as `recipient.firstName`, by address. */
export type OwnTokens = Map<string, { tokens: Record<string, string>; ambiguous: string[] }>;

function ownOf(wanted: string[], { values, ambiguous }: RecipientValues) {
  const tokens = wanted.flatMap((token) => {
    const value = values[recipientName(token)];
    return value === undefined ? [] : [[token, value] as const];
  });
  return {
    tokens: Object.fromEntries(tokens),
    ambiguous: wanted.filter((token) => ambiguous.includes(recipientName(token))),
  };
}

/** The recipients' own values for those of these tokens that ask for one. Nobody is asked where there are none. */
export async function ownTokensOf(ctx: Ctx, emails: string[], tokens: string[], about: About): Promise<OwnTokens> {
  const wanted = tokens.filter(isRecipientToken);
  if (wanted.length === 0) return new Map();
  const people = await recipientPort.valuesOf(ctx, emails, wanted.map(recipientName), about);
  return new Map(people.map((one) => [one.email, ownOf(wanted, one)]));
}

interface Message {
  email: string;
  keyPlatformTech: string;
  tokens: Record<string, string> | null;
}
type Request = Pick<
  typeof notificationRequests.$inferSelect,
  "keyNotificationTemplate" | "notificationTitle" | "notificationContent" | "tokens" | "companyId" | "vehicleId"
>;

const keyOf = ({ companyId, vehicleId }: About) => `${companyId} ${vehicleId}`;

/**
 * The values of all tokens of stored messages: the recipient's own, above them those of the request, above them those that
 * the request has for that person. One call for all messages that are about the same.
 * @returns for a message its values, and the recipient's tokens that nobody has a value for any more
 */
export async function messageTokensOf(ctx: Ctx, all: { message: Message; request: Request }[], texts: Texts) {
  const groups = new Map<string, { about: About; emails: Set<string>; tokens: Set<string> }>();
  const wantedBy = ({ message, request }: (typeof all)[number]) =>
    tokensUsed(request, texts, [message.keyPlatformTech]).filter(
      (token) => isRecipientToken(token) && !Object.hasOwn({ ...request.tokens, ...message.tokens }, token),
    );
  for (const one of all) {
    const wanted = wantedBy(one);
    if (wanted.length === 0) continue;
    const { companyId, vehicleId } = one.request;
    const about = { companyId, vehicleId };
    const group = groups.get(keyOf(about)) ?? { about, emails: new Set(), tokens: new Set() };
    groups.set(keyOf(about), group);
    group.emails.add(one.message.email);
    for (const token of wanted) group.tokens.add(token);
  }
  const found = new Map<string, OwnTokens>();
  for (const [key, { about, emails, tokens }] of groups)
    found.set(key, await ownTokensOf(ctx, [...emails], [...tokens], about));
  return (message: Message, request: Request) => {
    const own = found.get(keyOf(request))?.get(message.email)?.tokens ?? {};
    const tokens = { ...own, ...request.tokens, ...message.tokens };
    return { tokens, missing: wantedBy({ message, request }).filter((token) => !Object.hasOwn(own, token)) };
  };
}
