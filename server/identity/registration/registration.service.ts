import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { countries, languages, users } from "@/db/schema";
import { diff } from "@/server/kit/audit";
import { type Ctx, inTransaction } from "@/server/kit/context";
import { assertExists } from "@/server/kit/exists";
import { enqueueMail } from "@/server/operations/mail/mail.service";
import { auditAs } from "../actor";
import { hashPassword } from "../password.service";
import { doOrRehearse, issueCode, limitCodes, withCode } from "../user-code/user-code.service";
import type { Register } from "./registration.schema";

type User = typeof users.$inferSelect;

const mailCode = async (ctx: Ctx, user: Pick<User, "email" | "firstName" | "languageId">) =>
  enqueueMail(ctx, {
    templateCode: "ACTIVATION_CODE",
    recipient: user.email,
    module: "identity",
    tokens: { firstName: user.firstName, code: await issueCode(ctx, user.email, "activation") },
    languageId: user.languageId,
  });

/** Accounts that people make for themselves (document 4.10). No answer and no time says whether an address has one. */
export const registrationService = {
  /**
   * A pending account and a mail with its code; a known address gets the same answer, and a mail that says so.
   * @throws AppError `unknown_reference` for a country or language that does not exist
   */
  async register(ctx: Ctx, { password, ...fields }: z.output<typeof Register>) {
    await limitCodes(ctx, "register", fields.email);
    await assertExists(ctx, countries, "country", "countryId", fields.countryId ? [fields.countryId] : []);
    await assertExists(ctx, languages, "language", "languageId", fields.languageId ? [fields.languageId] : []);
    const passwordHash = await hashPassword(password);
    await inTransaction(ctx, async (ctx) => {
      const [made] = await ctx.db
        .insert(users)
        .values({ ...fields, passwordHash, type: "Rider", status: "pending" })
        .onConflictDoNothing({ target: users.email })
        .returning();
      const [known] = await ctx.db.select().from(users).where(eq(users.email, fields.email));
      if (!known) throw new Error("a registered user is missing");
      await doOrRehearse(ctx, Boolean(made), async (ctx) => {
        await auditAs(ctx, known, "create", diff({}, known));
        await mailCode(ctx, known);
      });
      await doOrRehearse(ctx, !made, async (ctx) => {
        const { email: recipient, languageId, firstName } = known;
        await enqueueMail(ctx, {
          templateCode: "ALREADY_REGISTERED",
          recipient,
          module: "identity",
          languageId,
          tokens: { firstName },
        });
      });
    });
    return { email: fields.email, status: "pending" as const };
  },

  /** Another activation code by mail, for an account that waits for one; the earlier one is dead. */
  async generateCode(ctx: Ctx, email: string) {
    await limitCodes(ctx, "generate-code", email);
    await inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
      await doOrRehearse(ctx, user?.status === "pending", async (ctx) => {
        await mailCode(ctx, user ?? { email, firstName: "", languageId: null });
      });
    });
  },

  /** Activates the account of this address and code. @throws AppError `rule_broken` on `code` */
  async verify(ctx: Ctx, { email, code }: { email: string; code: string }) {
    await limitCodes(ctx, "verify-code", email);
    await withCode(ctx, { email, purpose: "activation", code }, async (ctx) => {
      const [user] = await ctx.db
        .update(users)
        .set({ status: "active", version: sql`${users.version} + 1` })
        .where(and(eq(users.email, email), eq(users.status, "pending")))
        .returning();
      if (user) await auditAs(ctx, user, "activate", { status: ["pending", "active"] });
      return user;
    });
  },
};
