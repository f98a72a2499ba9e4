import { eq, getTableColumns, sql } from "drizzle-orm";
import type { z } from "zod";
import { userRoles, users } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/context";
import { AppError, broken } from "@/server/kit/errors";
import { contains, containsAny, equals, oneOf } from "@/server/kit/list";
import { listService } from "@/server/kit/list-service";
import { recordService } from "@/server/kit/record-service";
import { ownActor } from "../actor";
import { cancelInvitations, invitationService } from "../invitation/invitation.service";
import { fullName } from "../person.service";
import { revokeSessionsOf } from "../session/session.service";
import { assertReaches } from "../user-role/reach.service";
import { assertAdministratorLeft } from "../user-role/user-role.service";
import { type CreateStaff, ListStaff, type UpdateStaff } from "./staff.schema";

const { passwordHash, switchToPasswordHash, ...shown } = getTableColumns(users);

// Written out: in a query over one table drizzle leaves the tables' names away, and both sides would be this table's.
const hasSecondFactor = sql<boolean>`exists (select from backoffice.second_factors f
  where f.user_id = backoffice.users.id and f.confirmed_at is not null)`;
const held = sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name)
  order by r.name), '[]') from backoffice.user_roles ur join backoffice.roles r on r.id = ur.role_id
  where ur.user_id = backoffice.users.id)`;

const list = listService({
  table: users,
  scope: () => eq(users.type, "Staff"),
  load: (ctx: Ctx, ids: string[]) =>
    ctx.db
      .select({ ...shown, hasSecondFactor, roles: held })
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
    name: containsAny(users.firstName, users.lastName, fullName),
    email: contains(users.email),
    status: equals(users.status),
    roleId: (id) =>
      sql`${users.id} in (select ${userRoles.userId} from ${userRoles} where ${userRoles.roleId} = ${id})`,
    hasSecondFactor: (has) => sql`${hasSecondFactor} = ${has}`,
  },
});

const crud = recordService(list, { name: "user", label: (row) => row.email });

type Status = "pending" | "active" | "disabled";

/** What an account becomes that is not to be disabled: without a password it waits for the invitation to be accepted. */
function activated(before: { status: Status; passwordHash: string | null }): Status {
  if (before.passwordHash) return "active";
  if (before.status === "pending") throw broken("status", "This person has not accepted the invitation yet.");
  return "pending";
}

/** People of the backoffice, for screens; their roles are given and taken by the user-role service. */
export const staffService = {
  list: crud.list,
  rows: crud.rows,
  count: crud.count,
  stream: crud.stream,
  get: crud.get,

  /** A pending account, without any role, and an invitation by mail. */
  create: (ctx: KnownCtx, values: z.output<typeof CreateStaff>) =>
    inTransaction(ctx, async (ctx) => {
      const user = await crud.create(ctx, { ...values, type: "Staff", status: "pending" });
      await invitationService.inviteUser(ctx, user.id);
      return user;
    }),

  /** Mails the invitation again; the earlier link is dead. @throws AppError `rule_broken` for an account that does not wait */
  async invite(ctx: KnownCtx, id: string) {
    await crud.get(ctx, id);
    return invitationService.inviteUser(ctx, id);
  },

  /**
   * Who is disabled, or whose address changes, is signed out everywhere; a link mailed to the old address is dead.
   * @throws AppError `forbidden` for who holds more rights than the caller and for one's own status, `rule_broken` where
   * no administrator would be left
   */
  update: (ctx: KnownCtx, id: string, values: z.output<typeof UpdateStaff>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const before = await crud.lock(ctx, id);
      await assertReaches(ctx, id);
      const isStatusChange = values.status !== undefined && values.status !== before.status;
      if (isStatusChange && ownActor(ctx).id === id) throw new AppError("forbidden", "Nobody disables themselves.");
      const status = isStatusChange && values.status !== "disabled" ? activated(before) : values.status;
      const after = await crud.update(ctx, id, { ...values, status }, ifMatch);
      if (after.email !== before.email) await cancelInvitations(ctx, id);
      if (after.email !== before.email || after.status !== before.status)
        await revokeSessionsOf(ctx, id, "account changed");
      if (after.status === "disabled") await assertAdministratorLeft(ctx);
      return after;
    }),
};
