import { eq, sql } from "drizzle-orm";
import { userCompanies } from "@/db/schema";
import { type Ctx, inTransaction } from "@/server/kit/call/context";
import { notFound } from "@/server/kit/call/errors";
import { membershipStates } from "./membership.rules";

/** What somebody is in a company. */
interface Place {
  companyRoleId: string | null;
  isAdmin: boolean;
  /** of a pilot */
  companyTeamId: string | null;
}
/** What a company writes of somebody whom it invites. */
type Invited = Partial<
  Pick<typeof userCompanies.$inferInsert, "invitedFirstName" | "invitedLastName" | "invitedPhoneNumber">
>;
type Values = Partial<Omit<typeof userCompanies.$inferInsert, "id" | "userId" | "companyId">>;

const unnamed = { invitedFirstName: null, invitedLastName: null, invitedPhoneNumber: null };

async function lock(ctx: Ctx, id: string) {
  const [membership] = await ctx.db.select().from(userCompanies).where(eq(userCompanies.id, id)).for("update");
  if (!membership) throw notFound();
  return membership;
}

const write = (ctx: Ctx, id: string, values: Values) =>
  inTransaction(ctx, async (ctx) => {
    const before = await lock(ctx, id);
    if (values.status) membershipStates.assert("status", before.status, values.status);
    await ctx.db
      .update(userCompanies)
      .set({ ...values, version: sql`${userCompanies.version} + 1` })
      .where(eq(userCompanies.id, id));
  });

/**
 * Who belongs to which company. Every row of `user_companies` is written here only, under its lock and from a status
 * that allows it. The caller writes the audit row, on the person's sheet.
 */
export const membershipService = {
  /** The row, locked until the transaction ends; 404 where there is none. */
  lock,

  /** The id of its person; 404 where there is none. */
  async personOf(ctx: Ctx, id: string): Promise<string> {
    const [membership] = await ctx.db
      .select({ userId: userCompanies.userId })
      .from(userCompanies)
      .where(eq(userCompanies.id, id));
    if (!membership) throw notFound();
    return membership.userId;
  },

  /**
   * Somebody's new place in a company, which waits for them.
   * @throws AppError `duplicate` where they have one, which is opened again by `place` and `invite`
   */
  async add(ctx: Ctx, values: Pick<typeof userCompanies.$inferInsert, "userId" | "companyId" | keyof Place> & Invited) {
    const invitationDate = new Date().toISOString();
    const [membership] = await ctx.db
      .insert(userCompanies)
      .values({ ...values, invitationDate })
      .returning();
    if (!membership) throw new Error("insert into user_companies returned nothing");
    return membership;
  },

  /** As `add`, for many people, each in a company that they do not belong to. @returns the ids, in this order */
  async addMany(ctx: Ctx, all: Pick<typeof userCompanies.$inferInsert, "userId" | "companyId" | keyof Place>[]) {
    const invitationDate = new Date().toISOString();
    if (all.length === 0) return [];
    const made = await ctx.db
      .insert(userCompanies)
      .values(all.map((values) => ({ ...values, invitationDate })))
      .returning({ id: userCompanies.id });
    return made.map(({ id }) => id);
  },

  /** What they are in the company, from when they accept. */
  place: (ctx: Ctx, id: string, place: Place & Invited) => write(ctx, id, place),

  /** Invited: waits for the person, again where it waited before or had ended. @throws StateError for an active one */
  invite: (ctx: Ctx, id: string) => write(ctx, id, { status: "invited", invitationDate: new Date().toISOString() }),

  /** Its person has accepted. @throws StateError for one that has ended */
  enter: (ctx: Ctx, id: string) =>
    write(ctx, id, { status: "active", entryDate: new Date().toISOString(), ...unnamed }),

  /** It gives no rights any more, and its role and team can be deleted; a new invitation reopens it. */
  end: (ctx: Ctx, id: string) => write(ctx, id, { status: "disabled", companyRoleId: null, companyTeamId: null }),

  /** Forgets what the company wrote of its person. */
  unname: (ctx: Ctx, id: string) => write(ctx, id, unnamed),

  /** The team of a pilot. */
  setTeam: (ctx: Ctx, id: string, companyTeamId: string) => write(ctx, id, { companyTeamId }),

  /** Its role in the company, or none. */
  setRole: (ctx: Ctx, id: string, companyRoleId: string | null) => write(ctx, id, { companyRoleId }),
};
