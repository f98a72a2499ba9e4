import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { platformTechs, portals } from "@/db/schema";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { ownActor, type Person } from "../actor";
import { companyDefaultsOf, noCompany } from "../portal-user/company-default.service";
import { optinsOf, storeOptin } from "../portal-user/optin.service";
import type { OwnPreferences, SetOwnPreferences } from "./own-preference.schema";

/** What counts where nothing was ever chosen, beside what companies prefer. */
const unset = { inAppNotifications: true, quietFrom: null, quietTo: null };

/** The apps of a person: those of the backoffice for staff, those of the customers' portals for the others. */
const appsOf = (ctx: Ctx, { type }: Person) =>
  ctx.db
    .select({
      platformTechKey: platformTechs.key,
      label: platformTechs.label,
      typeNotificationList: platformTechs.typeNotificationList,
    })
    .from(platformTechs)
    .innerJoin(portals, eq(portals.id, platformTechs.portalId))
    .where(eq(portals.isCustomerPortal, type !== "Staff"))
    .orderBy(asc(platformTechs.label), asc(platformTechs.key));

/** What people want to be sent, as they choose it themselves. Not for staff under switch-to (403). */
export const ownPreferenceService = {
  async list(ctx: KnownCtx): Promise<z.output<typeof OwnPreferences>> {
    const person = ownActor(ctx);
    const stored = await optinsOf(ctx, person.id);
    const apps = await appsOf(ctx, person);
    const defaults = (await companyDefaultsOf(ctx, [person.id])).get(person.id);
    const { emailNotifications, pushNotifications } = defaults ?? noCompany;
    const own = (key: string) => stored.find(({ platformTechKey }) => platformTechKey === key);
    return {
      timeZone: person.timeZone ?? "UTC",
      items: apps
        .filter(({ typeNotificationList }) => typeNotificationList.length > 0)
        .map((app) => ({
          ...unset,
          emailNotifications,
          pushNotifications,
          ...own(app.platformTechKey),
          ...app,
          isOfCompany: defaults !== undefined && !own(app.platformTechKey),
        })),
    };
  },

  /** Stores the fields that are sent; quiet hours are by the clock of the person's profile. */
  async set(ctx: KnownCtx, { platformTechKey, ...values }: z.output<typeof SetOwnPreferences>) {
    const person = ownActor(ctx);
    const apps = await appsOf(ctx, person);
    if (!apps.some((app) => app.platformTechKey === platformTechKey))
      throw broken("platformTechKey", "This is not one of your apps.");
    const isQuiet = values.quietFrom !== undefined || values.quietTo !== undefined;
    const clock = isQuiet ? { timeZone: person.timeZone ?? "UTC" } : {};
    return storeOptin(ctx, person, platformTechKey, { ...values, ...clock });
  },
};
