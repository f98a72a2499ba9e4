import { and, eq } from "drizzle-orm";
import { companies, companyRoles, companyTeams, userCompanies } from "@/db/schema";
import { assertInvitationLeft } from "@/server/companies/partners/invitation-quota.service";
import {
  assertMayGrantHere,
  grantableHere,
} from "@/server/companies/people/company-allow-to-manage/company-allow-to-manage.service";
import { companyRoleService } from "@/server/companies/people/company-role/company-role.service";
import { cancelInvitationTo, invitationService } from "@/server/identity/invitation/invitation.service";
import { settleType } from "@/server/identity/membership/account-type.service";
import { enterCompany } from "@/server/identity/membership/company-entry.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { type User, userService } from "@/server/identity/user/user.service";
import { assertMayAdmit, lockGrants } from "@/server/identity/user-role/reach.service";
import { type CompanyCtx, inTransaction, isOfCompanies, type KnownCtx } from "@/server/kit/call/context";
import { broken, notFound } from "@/server/kit/call/errors";
import { audit, type Changes } from "@/server/kit/record/audit";

export type Company = typeof companies.$inferSelect;
type Membership = typeof userCompanies.$inferSelect;
type Role = typeof companyRoles.$inferSelect;

export interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string | null;
  languageId?: string | null;
}
/** What somebody is to be in a company. */
interface Place {
  /** the company's default role where none is named */
  companyRoleId?: string | null;
  isAdmin: boolean;
  /** the team of a pilot */
  companyTeamId?: string;
  /** the field of the request that holds the address, for errors; "email" where not said */
  at?: string;
}

/** The company, which stays as it is until the transaction ends. */
async function companyFor(ctx: KnownCtx, id: string): Promise<Company> {
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, id)).for("share");
  if (!company) throw notFound();
  return company;
}

async function roleOf(ctx: KnownCtx, id: string | null): Promise<Role | null> {
  if (!id) return null;
  const [role] = await ctx.db.select().from(companyRoles).where(eq(companyRoles.id, id));
  return role ?? null;
}

async function teamName(ctx: KnownCtx, id: string | null) {
  if (!id) return null;
  const [team] = await ctx.db.select({ name: companyTeams.name }).from(companyTeams).where(eq(companyTeams.id, id));
  return team?.name ?? null;
}

/**
 * The person with this address, locked; undefined where there is none.
 * @throws AppError 422 to staff, for who cannot be invited; to people of companies every address is like any other
 */
async function knownPerson(ctx: KnownCtx, email: string, at: string): Promise<User | undefined> {
  const known = await userService.lockByEmail(ctx, email);
  if (!known || isOfCompanies(ctx.actor)) return known;
  if (known.type === "Staff") throw broken(at, "This is the address of a staff member.");
  if (known.status === "disabled") throw broken(at, "This account is disabled.");
  return known;
}

/** What is said of somebody who has an account already changes nothing. */
const newPerson = (ctx: KnownCtx, person: NewPerson, isAdmin: boolean) =>
  userService.create(ctx, { ...person, type: isAdmin ? "Pro Center Admin" : "Pro Center Member" });

/** Their membership, locked; undefined where they never had one. */
async function membershipIn(ctx: KnownCtx, user: User, company: Company): Promise<Membership | undefined> {
  const theirs = and(eq(userCompanies.userId, user.id), eq(userCompanies.companyId, company.id));
  const [before] = await ctx.db.select().from(userCompanies).where(theirs).for("update");
  return before;
}

/** One audit row of the person for each part of their place that changes. */
async function auditPlace(
  ctx: KnownCtx,
  user: User,
  company: Company,
  action: string,
  what: string,
  change: Changes[string],
) {
  if (change[0] === change[1]) return;
  const changes = { [`${what} in ${company.name}`]: change };
  await audit(ctx, { ...entryOf(user, company.id), action, changes });
}

const entryOf = (user: User, companyId: string) => ({
  objectType: "user",
  objectId: user.id,
  objectLabel: user.email,
  companyId,
});

interface Placing {
  company: Company;
  role: Role | null;
  wanted: Place;
  /** as they were written down */
  person: NewPerson;
  before: Membership | undefined;
}

const namedAs = ({ firstName, lastName, phoneNumber = null }: NewPerson) => ({
  invitedFirstName: firstName,
  invitedLastName: lastName,
  invitedPhoneNumber: phoneNumber,
});

/** Opens the membership, for the first time or again. */
async function place(ctx: KnownCtx, user: User, { company, role, wanted, person, before }: Placing) {
  const { isAdmin, companyTeamId = null } = wanted;
  const values = { companyRoleId: role?.id ?? null, isAdmin, companyTeamId, ...namedAs(person) };
  const former = await roleOf(ctx, before?.companyRoleId ?? null);
  if (former && former.id !== role?.id) await assertMayAdmit(ctx, user.id, former.id);
  if (before) await membershipService.place(ctx, before.id, values);
  const { id } = before ?? (await membershipService.add(ctx, { ...values, userId: user.id, companyId: company.id }));
  const titles: Changes[string] = [former?.title ?? null, role?.title ?? null];
  await auditPlace(ctx, user, company, "set-company-role", "role", titles);
  const teams: Changes[string] = [
    await teamName(ctx, before?.companyTeamId ?? null),
    await teamName(ctx, companyTeamId),
  ];
  await auditPlace(ctx, user, company, "set-company-team", "team", teams);
  return id;
}

/** @throws AppError 422 where a pilot who is to be invited has a place that an invitation would take away */
function assertMayBecomePilot(before: Membership | undefined, companyTeamId: string | undefined, at: string) {
  if (!companyTeamId || before?.status !== "invited") return;
  if (before.isAdmin) throw broken(at, "This person is invited as an admin of the company.");
  if (before.companyTeamId && before.companyTeamId !== companyTeamId)
    throw broken(at, "This person is invited to another team of the company.");
}

/** Makes the person an active member of the company, who agreed to it before. */
async function enter(
  ctx: KnownCtx,
  user: User,
  company: Company,
  { role, isAdmin }: { role: Role | null; isAdmin: boolean },
) {
  const before = await membershipIn(ctx, user, company);
  const person: NewPerson = user;
  const id = await place(ctx, user, { company, role, wanted: { isAdmin }, person, before });
  if (before && before.status !== "invited") await membershipService.invite(ctx, id);
  await membershipService.enter(ctx, id);
  await cancelInvitationTo(ctx, id);
  await settleType(ctx, user.id);
  const changes: Changes = { company: [null, company.name] };
  await audit(ctx, { ...entryOf(user, company.id), action: "enter-company", changes });
}

/** How people come into a company, as an admin or as a pilot, and how that ends. */
export const companyPlaceService = {
  /**
   * Finds the person or makes one, opens their membership, and mails an invitation. A member who is neither an admin nor
   * in a team gets the team, without another invitation.
   * @returns the membership's id
   * @throws AppError `forbidden` for rights that the caller does not hold, `rule_broken` on the address for somebody who
   * has a place already, staff or a disabled account, on `companyRoleId` for a role that cannot be given
   */
  open: (ctx: KnownCtx, companyId: string, person: NewPerson, wanted: Place) =>
    inTransaction(ctx, async (ctx) => {
      const { isAdmin, companyTeamId, at = "email" } = wanted;
      await lockGrants(ctx);
      const company = await companyFor(ctx, companyId);
      if (company.status === "disabled") throw broken("companyId", "This company is disabled.");
      const known = await knownPerson(ctx, person.email, at);
      const before = known && (await membershipIn(ctx, known, company));
      if (known && before?.status === "active" && companyTeamId && !before.isAdmin && !before.companyTeamId) {
        await companyPlaceService.setTeam(ctx, known, before, companyTeamId);
        return before.id;
      }
      if (before?.status === "active") throw broken(at, "This person belongs to the company already.");
      assertMayBecomePilot(before, companyTeamId, at);
      const role = await companyRoleService.toGive(ctx, company.id, wanted.companyRoleId);
      await assertMayGrantHere(ctx, role ? [role.id] : []);
      await assertInvitationLeft(ctx);
      const user = known ?? (await newPerson(ctx, person, isAdmin));
      const id = await place(ctx, user, { company, role, wanted, person, before });
      await invitationService.invite(ctx, id);
      return id;
    }),

  /**
   * The first admin of a company that was made for them, who accepted: its default role holds all that its category
   * allows. They get nothing of whom they are invited by, who therefore needs no right for it.
   */
  enterFirst: (ctx: CompanyCtx, companyId: string, user: User) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      const company = await companyFor(ctx, companyId);
      await enter(ctx, user, company, { role: await companyRoleService.first(ctx), isAdmin: true });
      await enterCompany(ctx, companyId);
    }),

  /**
   * Lets somebody in who asked for it, with the company's default role where the caller may give it, else with none; the
   * person is locked.
   * @throws AppError `forbidden` for who does not hold what the person has everywhere, `rule_broken` for staff, a disabled account and a member
   */
  letIn: (ctx: KnownCtx, companyId: string, user: User) =>
    inTransaction(ctx, async (ctx) => {
      await lockGrants(ctx);
      if (user.type === "Staff" || user.status !== "active")
        throw broken("id", "This account cannot come in any more.");
      const company = await companyFor(ctx, companyId);
      const before = await membershipIn(ctx, user, company);
      if (before?.status === "active") throw broken("id", "This person belongs to the company already.");
      const role = await grantableHere(ctx, await companyRoleService.toGive(ctx, company.id, null));
      await assertMayAdmit(ctx, user.id, role?.id ?? null);
      await enter(ctx, user, company, { role, isAdmin: false });
    }),

  /**
   * Gives a member another role of the company, or none; both rows are locked.
   * @throws AppError `forbidden` for who may not give the one and take the other
   */
  async setRole(ctx: KnownCtx, user: User, membership: Membership, role: Role | null) {
    const former = await roleOf(ctx, membership.companyRoleId);
    if (former?.id === role?.id) return;
    await assertMayGrantHere(
      ctx,
      [former, role].flatMap((one) => one?.id ?? []),
    );
    await membershipService.setRole(ctx, membership.id, role?.id ?? null);
    const titles: Changes[string] = [former?.title ?? null, role?.title ?? null];
    await auditPlace(ctx, user, await companyFor(ctx, membership.companyId), "set-company-role", "role", titles);
  },

  /** Moves a member into another team of the company; both rows are locked. */
  async setTeam(
    ctx: KnownCtx,
    user: User,
    { id, companyId, companyTeamId: former }: Membership,
    companyTeamId: string,
  ) {
    await membershipService.setTeam(ctx, id, companyTeamId);
    const names: Changes[string] = [await teamName(ctx, former), await teamName(ctx, companyTeamId)];
    await auditPlace(ctx, user, await companyFor(ctx, companyId), "set-company-team", "team", names);
  },

  /**
   * Ends the membership, not the account; its invitation stops working. Both rows are locked.
   * @throws AppError `forbidden` for who does not hold all that the person has there
   */
  async end(ctx: KnownCtx, user: User, membership: Membership) {
    await assertMayAdmit(ctx, user.id, membership.companyRoleId);
    await membershipService.end(ctx, membership.id);
    await cancelInvitationTo(ctx, membership.id);
    await settleType(ctx, user.id);
    const { name } = await companyFor(ctx, membership.companyId);
    const changes: Changes = { company: [name, null] };
    await audit(ctx, { ...entryOf(user, membership.companyId), action: "end-membership", changes });
  },
};
