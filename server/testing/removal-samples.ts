import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies, companyTeams, modelPers, removals } from "@/db/schema";
import { categoryId } from "@/seed/base";
import { companyTeamService } from "@/server/companies/people/company-team/company-team.service";
import { staffIn } from "@/server/companies/testing";
import { modelPersService } from "@/server/devices/model-pers/model-pers.service";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { type Step, step } from "./sample-steps";

const companyId = fixedId("sample", "company-of-removals");
const removed = (what: string) => fixedId("sample", `removal-${what}`);

/** What becomes of removed records, which `prepareRemovalSamples` makes. */
export const removalSamples: Step[] = [
  step("removals.restore", () => ({ id: removed("restored") })),
  step("removals.forget", () => ({ id: removed("forgotten") })),
  step("companyRemovals.restore", () => ({ companyId, id: removed("restored team") })),
  step("companyRemovals.forget", () => ({ companyId, id: removed("forgotten team") })),
];

/** Removed models, and removed teams of a company. */
export async function prepareRemovalSamples(db: Database) {
  const named = (what: string, objectId: string) =>
    db
      .update(removals)
      .set({ id: removed(what) })
      .where(eq(removals.objectId, objectId));
  const company = { name: "Sampled removals", registerNumber: "REMOVALS", companyCategoryId: categoryId("FLEET") };
  await db.insert(companies).values({ ...company, id: companyId });
  for (const what of ["restored", "forgotten"]) {
    const model = fixedId("sample", `${what} model`);
    await db.insert(modelPers).values({ id: model, label: `Model that is ${what}` });
    await modelPersService.remove(staffCtx(db), model);
    await named(what, model);
    const team = fixedId("sample", `${what} team`);
    await db.insert(companyTeams).values({ id: team, companyId, name: `Team that is ${what}` });
    await companyTeamService.remove(staffIn(db, companyId), team);
    await named(`${what} team`, team);
  }
}
