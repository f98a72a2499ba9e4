import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { companyLinks, mailLog, partnerInvitations } from "@/db/schema";
import { useDatabase } from "@/db/testing/database";
import { seedBase } from "@/seed/base";
import { partnerDoor } from "@/server/companies/partners/partner-invitation/testing";
import { makeWorkspace } from "./testing";

const { db } = useDatabase();
beforeAll(() => seedBase(db()));

const { open, tokenTo, invited } = partnerDoor(db);

describe("reminders", () => {
  it("go to who has not answered, one in three days and three in all, within the day's invitations", async () => {
    const { maker, link, email, get } = await invited();
    const { companyId, call } = maker;
    const remind = (ids?: string[]) => call.dealers.remind({ companyId, ids });
    const later = () =>
      db()
        .update(partnerInvitations)
        .set({
          sentAt: sql`sent_at - interval '3 days'`,
          lastRemindedAt: sql`last_reminded_at - interval '3 days'`,
          expiresAt: sql`expires_at - interval '3 days'`,
        })
        .where(eq(partnerInvitations.companyLinkId, link.id));
    expect(await remind()).toEqual({ sent: 0, tooSoon: 1, spent: 0, beyond: 0 });
    const first = await tokenTo(email);
    for (let count = 1; count <= 3; count++) {
      await later();
      expect((await get()).invitation).toMatchObject({ canRemind: true });
      expect(await remind([link.id])).toEqual({ sent: 1, tooSoon: 0, spent: 0, beyond: 0 });
      expect(await remind()).toEqual({ sent: 0, tooSoon: count < 3 ? 1 : 0, spent: count < 3 ? 0 : 1, beyond: 0 });
      expect((await get()).invitation).toMatchObject({ remindersCount: count, canRemind: false, state: "sent" });
    }
    await later();
    expect(await remind()).toEqual({ sent: 0, tooSoon: 0, spent: 1, beyond: 0 });
    const mails = await db().select().from(mailLog).where(eq(mailLog.recipient, email)).orderBy(mailLog.id);
    expect(mails.map(({ templateCode }) => templateCode)).toEqual([
      "PARTNER_INVITATION_LINK",
      ...Array(3).fill("PARTNER_INVITATION_REMINDER"),
    ]);
    expect(await open().partnerInvitations.look({ token: first })).toBe(null);
    expect(await open().partnerInvitations.look({ token: await tokenTo(email) })).toMatchObject({ email });
    expect((await call.dealers.invitationsLeft({ companyId })).left).toBe(200 - 4);

    // Another company's partner is nobody's business.
    const other = await makeWorkspace(db(), "MANUFACTURER");
    const strange = await other.call.dealers.remind({ companyId: other.companyId, ids: [link.id] });
    expect(strange).toEqual({ sent: 0, tooSoon: 0, spent: 0, beyond: 0 });
    await db()
      .update(companyLinks)
      .set({ status: "refused" })
      .where(and(eq(companyLinks.id, link.id)));
    expect(await remind()).toEqual({ sent: 0, tooSoon: 0, spent: 0, beyond: 0 });
  });
});
