import { eq, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { pers, userCompanies, users, vehicles } from "@/db/schema";
import { type Ctx, inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { contains, containsAny, equals, oneOf } from "@/server/kit/list/list-filters";
import { setFilters } from "@/server/kit/list/list-operators";
import { listService } from "@/server/kit/list/list-service";
import { searchable } from "@/server/kit/list/searchable";
import { accountsOf } from "../account/account.service";
import { emailChangeService } from "../email-change/email-change.service";
import { personSearch } from "../person.service";
import { revokeSessionsOf } from "../session/session.service";
import { userColumns, userService } from "../user/user.service";
import { assertCouldGive, lockGrants } from "../user-role/reach.service";
import { ListPortalUsers, ListRiders, type UpdatePortalUser } from "./portal-user.schema";

const load = (ctx: Ctx, ids: string[]) => ctx.db.select(userColumns).from(users).where(oneOf(users.id, ids));

const sort = {
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  status: users.status,
  erpId: users.erpId,
  lastLoginAt: users.lastLoginAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};
const filters = {
  name: containsAny(users.firstName, users.lastName),
  email: contains(users.email),
  countryId: equals(users.countryId),
  erpId: contains(users.erpId),
};

const list = listService({
  table: users,
  scope: () => ne(users.type, "Staff"),
  counted: (type) => sql`${type} <> 'Staff'`,
  load,
  input: ListPortalUsers,
  sort: { ...sort, type: users.type },
  filters: {
    ...filters,
    type: equals(users.type),
    ...setFilters("type", users.type, "text"),
    companyId: (value) =>
      sql`${users.id} in (select ${userCompanies.userId} from ${userCompanies} where ${userCompanies.companyId} = ${value})`,
  },
});

const { lock, ...accounts } = accountsOf(list, ({ type }) => type !== "Staff");

/** Portal users (document 4.11): everybody but staff, whom no function here reaches. */
export const portalUserService = {
  ...list,
  ...accounts,

  /**
   * A user who is disabled, or whose type changes, is signed out everywhere. A new address is pending until it
   * confirms.
   * @throws AppError `forbidden` for one of these where the caller could not give what the person holds
   */
  update: (ctx: KnownCtx, id: string, wanted: Partial<z.output<typeof UpdatePortalUser>>, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const { email, ...values } = wanted;
      await lockGrants(ctx);
      const before = await lock(ctx, id);
      const isTaken = (["status", "email", "type"] as const).some((key) => wanted[key] && wanted[key] !== before[key]);
      if (isTaken) await assertCouldGive(ctx, id);
      const after = await userService.changeAccount(ctx, id, values, ifMatch);
      if (before.status !== after.status || before.type !== after.type)
        await revokeSessionsOf(ctx, id, "account changed");
      if (email) await emailChangeService.requestFor(ctx, after, email);
      return list.get(ctx, id);
    }),
};

/** Riders of vehicles with such a PERS. */
const withPers = (condition: SQL) =>
  sql`${users.id} in (select ${vehicles.riderId} from ${vehicles} join ${pers} on ${pers.id} = ${vehicles.persId} where ${condition})`;

/** The same people, riders only (document 4.11). */
export const riderService = listService({
  table: users,
  scope: () => eq(users.type, "Rider"),
  counted: (type) => sql`${type} = 'Rider'`,
  load,
  input: ListRiders,
  sort,
  filters: {
    ...filters,
    modelPERSId: (id) => withPers(eq(pers.modelPERSId, id)),
    firmwareVersionId: (id) => withPers(eq(pers.firmwareVersionId, id)),
  },
});

export const riderSearch = searchable(riderService, { kind: "riders", needs: "rider.read", ...personSearch });

export const portalUserSearch = searchable(list, { kind: "portalUsers", needs: "portal-user.read", ...personSearch });
