import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { mailLog, users } from "@/db/schema";
import { makeWorkspace } from "@/server/companies/partners/company-partner/testing";
import { actorOf } from "@/server/identity/actor";
import { anonymous } from "@/server/identity/testing";
import { appRouter } from "@/server/root";

export const newcomer = { password: "A-long-pass-2026", firstName: "Ada", lastName: "Rad" };

let n = 0;

/** What tests of invited partners do with a database: invite, read the mails, and come by the link. */
export function partnerDoor(db: () => Database) {
  async function mailTo(email: string) {
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
    return mails.at(-1);
  }
  return {
    mailTo,
    open: () => appRouter.createCaller(anonymous(db())),
    as: (user: typeof users.$inferSelect) => appRouter.createCaller({ ...anonymous(db()), actor: actorOf(user) }),
    tokenTo: async (email: string) => (await mailTo(email))?.secrets?.link?.split("/partner-invitation/")[1] ?? "",
    personAt: async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0],
    /** A manufacturer that invited a dealer: one that nobody knows, or one that is there. */
    async invited(more: { isKnown?: boolean; email?: string; languageId?: string; reason?: string } = {}) {
      const { isKnown = false, email = `door${++n}@dealer.test`, ...rest } = more;
      const maker = await makeWorkspace(db(), "MANUFACTURER", "Velora");
      const known = isKnown ? await makeWorkspace(db(), "DEALER", "Real Name") : undefined;
      const registerNumber = known?.company.registerNumber ?? `DOOR-${++n}`;
      const { companyId, call } = maker;
      const link = await call.dealers.create({ companyId, name: "Cycles du Port", registerNumber, email, ...rest });
      return { maker, known, email, link, get: () => call.dealers.get({ companyId, id: link.id }) };
    },
  };
}
