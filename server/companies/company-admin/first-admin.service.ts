import { invitationService } from "@/server/identity/invitation/invitation.service";
import { membershipService } from "@/server/identity/membership/membership.service";
import { type User, userService } from "@/server/identity/user/user.service";
import { lockGrants } from "@/server/identity/user-role/reach.service";
import { inTransaction, type KnownCtx } from "@/server/kit/context";
import { broken } from "@/server/kit/errors";
import { companyRoleService } from "../company-role/company-role.service";
import type { Company, NewPerson } from "./company-place.service";

/** The people with these addresses, made where there are none, by address. */
async function peopleFor(ctx: KnownCtx, persons: NewPerson[]): Promise<Map<string, User>> {
  const known = await userService.lockManyByEmail(
    ctx,
    persons.map(({ email }) => email),
  );
  for (const { type, status } of known)
    if (type === "Staff" || status === "disabled") throw broken("email", "This address cannot be invited.");
  const byEmail = new Map(known.map((user) => [user.email, user]));
  const fresh = new Map(persons.filter(({ email }) => !byEmail.has(email)).map((person) => [person.email, person]));
  const made = await userService.createMany(
    ctx,
    [...fresh.values()].map((person) => ({ ...person, type: "Pro Center Admin" as const })),
  );
  for (const user of made) byEmail.set(user.email, user);
  return byEmail;
}

/**
 * As `companyPlaceService.openFirst`, for companies that were made this moment and so have nobody, in a few statements however many they are.
 * @param permissions what their category allows
 */
export const openFirstOf = (ctx: KnownCtx, firsts: { company: Company; person: NewPerson }[], permissions: string[]) =>
  inTransaction(ctx, async (ctx) => {
    await lockGrants(ctx);
    const people = await peopleFor(
      ctx,
      firsts.map(({ person }) => person),
    );
    const userOf = ({ person }: (typeof firsts)[number]) => {
      const user = people.get(person.email);
      if (!user) throw new Error("somebody was not made");
      return user;
    };
    const roleIds = await companyRoleService.firstOf(
      ctx,
      firsts.map(({ company }) => company.id),
      permissions,
    );
    const places = await membershipService.addMany(
      ctx,
      firsts.map((first, index) => ({
        userId: userOf(first).id,
        companyId: first.company.id,
        companyRoleId: roleIds[index] ?? null,
        isAdmin: true,
        companyTeamId: null,
      })),
    );
    await invitationService.inviteFirst(
      ctx,
      firsts.map((first, index) => ({
        user: userOf(first),
        userCompanyId: places[index] ?? "",
        company: first.company,
      })),
    );
  });
