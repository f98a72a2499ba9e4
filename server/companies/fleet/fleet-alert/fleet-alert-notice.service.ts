import { sql } from "drizzle-orm";
import { newsHours } from "@/server/devices/alert-desk/alert-notice.rules";
import { escalationOfCompany, noteAllOverdue, tellWaiting } from "@/server/devices/alert-desk/alert-notice.service";
import { companiesThatHear } from "@/server/identity/portal-user/company-default.service";
import type { CompanyCtx, KnownCtx } from "@/server/kit/call/context";
import { fleetAlertService, overdueAt } from "./fleet-alert.service";

/** Has people of companies that asked for it hear of alerts that are overdue there. @returns how many people heard */
export async function tellCompanies(outside: KnownCtx): Promise<number> {
  let told = 0;
  for (const id of await companiesThatHear(outside)) {
    const ctx: CompanyCtx = { ...outside, company: { id, rights: new Set() } };
    const since = sql`now() - ${newsHours} * interval '1 hour'`;
    await noteAllOverdue(ctx, id, overdueAt(ctx, since), await escalationOfCompany(ctx, id));
    const path = `/portal/${id}/alert-desk`;
    const load = fleetAlertService.loadReached;
    told += await tellWaiting(ctx, { companyId: id, app: "PORTAL_WEB", path, module: "pro-center", load });
  }
  return told;
}
