import { desc, eq } from "drizzle-orm";
import { platformContactLogs as logs } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import type { HeldPart } from "@/server/kit/record/held-part";
import { unsealedContact } from "@/server/operations/contact-log/contact-log.service";

/** What an anonymised contact log says; none where its data key is gone, so that nobody can read it any more. */
function opened(log: Parameters<typeof unsealedContact>[0]) {
  try {
    return unsealedContact(log);
  } catch {
    return undefined;
  }
}

/** The anonymised contact logs of a person, opened; there are those of seven days at most. @param emails lower case */
export async function findSealedLogs(ctx: Ctx, emails: string[]) {
  const all = await ctx.db
    .select()
    .from(logs)
    .where(eq(logs.isAnonymized, true))
    .orderBy(desc(logs.receivedAt), logs.id);
  return all.flatMap((log) => {
    const personal = opened(log);
    return personal?.email && emails.includes(personal.email.toLowerCase()) ? [{ ...log, ...personal }] : [];
  });
}

/** The same as a part of what is held of them, for callers who may bring contact logs back. */
export function sealedLogsOf(ctx: Ctx, emails: string[]): HeldPart {
  const found = () => findSealedLogs(ctx, emails);
  return {
    key: "sealedContactLogs",
    title: "Anonymised contact logs",
    count: async () => (await found()).length,
    rows: async (take, skip) => (await found()).slice(skip, skip + take),
  };
}
