import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { companies, companyLinks as links, userCompanies, users } from "@/db/schema";
import { env } from "@/env/env";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { oneOf } from "@/server/kit/list/list-filters";
import { enqueueMail } from "@/server/platform/mail/mail.service";

const Payload = z.object({ companyLinkIds: z.array(z.uuid()) });

/**
 * Has the people of known companies told that they are invited, by a job: whoever invites waits the same time whether
 * there is somebody to be told or not.
 */
export const tellPartnersLater = (ctx: KnownCtx, companyLinkIds: string[]) =>
  ctx.db.execute(sql`select graphile_worker.add_job('tell-partners',
    ${JSON.stringify({ companyLinkIds })}::json, max_attempts => 8)`);

/** Tells the active admins of companies that they are invited, except those invited by name. */
export const tellPartners = (ctx: KnownCtx, payload: unknown) =>
  inTransaction(ctx, async (ctx) => {
    const { companyLinkIds } = Payload.parse(payload);
    const { email, firstName, languageId } = users;
    const admins = await ctx.db
      .select({ companyId: links.linkedCompanyId, inviterId: links.companyId, email, firstName, languageId })
      .from(links)
      .innerJoin(companies, and(eq(companies.id, links.linkedCompanyId), eq(companies.status, "active")))
      .innerJoin(
        userCompanies,
        and(eq(userCompanies.companyId, companies.id), userCompanies.isAdmin, eq(userCompanies.status, "active")),
      )
      .innerJoin(users, and(eq(users.id, userCompanies.userId), eq(users.status, "active")))
      .where(
        and(
          oneOf(links.id, companyLinkIds),
          eq(links.status, "invited"),
          isNotNull(links.invitationDate),
          ne(users.email, sql`coalesce(${links.email}, '')`),
        ),
      );
    const { id, name } = companies;
    const inviters = await ctx.db
      .select({ id, name })
      .from(companies)
      .where(oneOf(id, [...new Set(admins.map(({ inviterId }) => inviterId))]));
    const nameOf = new Map(inviters.map((inviter) => [inviter.id, inviter.name]));
    for (const admin of admins)
      await enqueueMail(ctx, {
        templateCode: "PARTNER_INVITATION",
        recipient: admin.email,
        module: "pro-center",
        tokens: {
          company: nameOf.get(admin.inviterId) ?? "",
          firstName: admin.firstName,
          link: new URL(`/portal/${admin.companyId}/manufacturers`, env.APP_URL).href,
        },
        languageId: admin.languageId,
      });
  });
