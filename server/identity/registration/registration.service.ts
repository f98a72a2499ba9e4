import { eq } from "drizzle-orm";
import type { z } from "zod";
import { countries, languages, users } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { assertExists } from "@/server/kit/call/exists";
import { diff } from "@/server/kit/record/audit";
import { enqueueMail } from "@/server/platform/mail/mail.service";
import { auditAs } from "../actor";
import { newPasswordHash } from "../password/password-strength.service";
import { userService } from "../user/user.service";
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

/**
 * Accounts that people make for themselves (document 4.10). Neither an answer nor its time tells whether an address has
 * one.
 */
export const registrationService = {
  /**
   * A pending account and a mail with its code; a known address gets the same answer, and a mail that says so. An
   * account that is still pending loses its password, because nobody knows whose counts.
   * @throws AppError `unknown_reference` for a country or language that does not exist
   */
  async register(ctx: Ctx, { password, ...fields }: z.output<typeof Register>) {
    await limitCodes(ctx, "register", fields.email);
    await assertExists(ctx, countries, "country", "countryId", fields.countryId ? [fields.countryId] : []);
    await assertExists(ctx, languages, "language", "languageId", fields.languageId ? [fields.languageId] : []);
    const passwordHash = await newPasswordHash("password", password, fields);
    await inTransaction(ctx, async (ctx) => {
      const { isNew, ...user } = await userService.register(ctx, { ...fields, passwordHash });
      await doOrRehearse(ctx, isNew, async (ctx) => {
        await auditAs(ctx, user, "create", diff({}, user));
        await mailCode(ctx, user);
      });
      await doOrRehearse(ctx, !isNew, async (ctx) => {
        await auditAs(ctx, user, "register-again", {});
        const { email: recipient, languageId, firstName } = user;
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

  /** Another activation code by mail, for an account that waits for one; the earlier code stops working. */
  async generateCode(ctx: Ctx, email: string) {
    await limitCodes(ctx, "generate-code", email);
    await inTransaction(ctx, async (ctx) => {
      const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
      await doOrRehearse(ctx, user?.status === "pending", async (ctx) => {
        await mailCode(ctx, user ?? { email, firstName: "", languageId: null });
      });
    });
  },

  /**
   * Activates the account of this address and code; an account that was registered more than once has no password then.
   * @throws AppError `code_wrong` on `code`
   */
  async verify(ctx: Ctx, { email, code }: { email: string; code: string }) {
    await limitCodes(ctx, "verify-code", email);
    await withCode(ctx, { email, purpose: "activation", code }, async (ctx, user) =>
      user.status === "pending" ? userService.activate(ctx, user.id, {}, { action: "activate" }) : undefined,
    );
  },
};
