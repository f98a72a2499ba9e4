import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import { userRoles, users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { AppError, broken } from "@/server/kit/call/errors";
import { contains, containsAny, equals, oneOf } from "@/server/kit/list/list-filters";
import { setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import { accountsOf } from "../account/account.service";
import { ownActor } from "../actor";
import { emailChangeService } from "../email-change/email-change.service";
import { invitationService } from "../invitation/invitation.service";
import { personSearch } from "../person.service";
import { revokeSessionsOf } from "../session/session.service";
import { type User, userColumns, userService } from "../user/user.service";
import { assertCouldGive, assertReaches, lockGrants } from "../user-role/reach.service";
import { assertAdministratorLeft } from "../user-role/user-role.service";
import { type CreateStaff, ListStaff, type UpdateStaff } from "./staff.schema";

// Written out, because drizzle leaves table names out of a query over one table, and both sides would be this table's.
const hasSecondFactor = sql<boolean>`exists (select from backoffice.second_factors f
  where f.user_id = backoffice.users.id and f.confirmed_at is not null)`;
const held = sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name)
  order by r.name), '[]') from backoffice.user_roles ur join backoffice.roles r on r.id = ur.role_id
  where ur.user_id = backoffice.users.id)`;

/** People who hold a role that passes the test. */
const ofRole = (test: (role: SQLWrapper) => SQL) =>
  sql`${users.id} in (select ${userRoles.userId} from ${userRoles} where ${test(userRoles.roleId)})`;

const list = listService({
  table: users,
  scope: () => eq(users.type, "Staff"),
  counted: (type) => sql`${type} = 'Staff'`,
  load: (ctx: Ctx, ids: string[]) =>
    ctx.db
      .select({ ...userColumns, hasSecondFactor, roles: held })
      .from(users)
      .where(oneOf(users.id, ids)),
  input: ListStaff,
  sort: {
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    status: users.status,
    lastLoginAt: users.lastLoginAt,
    createdAt: users.createdAt,
    updatedAt: users.updatedAt,
  },
  filters: {
    name: containsAny(users.firstName, users.lastName),
    email: contains(users.email),
    status: equals(users.status),
    ...setFilters("status", users.status, "text"),
    roleId: (id) => ofRole((role) => sql`${role} = ${id}`),
    ...setFilters("roleId", ofRole),
    hasSecondFactor: (has) => sql`${hasSecondFactor} = ${has}`,
  },
});

const { lock, ...accounts } = accountsOf(list, ({ type }) => type === "Staff");

/** The status of an account that is not disabled: without a password it waits for the invitation to be accepted. */
function enabled({ status, passwordHash }: User) {
  if (status === "pending") throw broken("status", "This person has not accepted the invitation yet.");
  return passwordHash ? "active" : "pending";
}

/** People of the backoffice, for screens; their roles are given and taken by the user-role service. */
export const staffService = {
  ...list,
  ...accounts,

  create: (ctx: KnownCtx, values: z.output<typeof CreateStaff>) => accounts.create(ctx, { ...values, type: "Staff" }),

  /**
   * Mails the invitation again; the earlier link stops working.
   * @throws AppError `rule_broken` for an account that does not wait
   */
  async invite(ctx: KnownCtx, id: string) {
    await list.get(ctx, id);
    return invitationService.inviteUser(ctx, id);
  },

  /**
   * Somebody who is disabled is signed out everywhere. A new address is pending until it confirms.
   * @throws AppError `forbidden` for a person with more rights than the caller, for an account that the caller could
   * not give, and for one's own status; `rule_broken` where no administrator would be left
   */
  update: (ctx: KnownCtx, id: string, wanted: z.output<typeof UpdateStaff>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { email, ...values } = wanted;
      await lockGrants(ctx);
      const before = await lock(ctx, id);
      const isTaken = (["status", "email"] as const).some((key) => wanted[key] && wanted[key] !== before[key]);
      await (isTaken ? assertCouldGive : assertReaches)(ctx, id);
      const isStatusChange = values.status !== undefined && values.status !== before.status;
      if (isStatusChange && ownActor(ctx).id === id)
        throw new AppError("forbidden", "You cannot disable your own account.");
      const status = isStatusChange && values.status !== "disabled" ? enabled(before) : values.status;
      const after = await userService.changeAccount(ctx, id, { ...values, status }, ifMatch);
      if (after.status !== before.status) await revokeSessionsOf(ctx, id, "account changed");
      if (after.status === "disabled") await assertAdministratorLeft(ctx);
      if (email) await emailChangeService.requestFor(ctx, after, email);
      return list.get(ctx, id);
    }),
};

export const staffSearch = searchable(list, { kind: "staff", needs: "staff.read", ...personSearch });
