import { type Database, database } from "@/db/client";
import { companies } from "@/db/schema";
import { categoryId } from "@/seed/base";
import { companyMergeService } from "@/server/companies/company/company-merge/company-merge.service";
import { fixedId } from "@/server/kit/record/fixed-id";
import { staffCtx } from "@/server/kit/testing";
import { id, type Step, step } from "./sample-steps";

const ids = ["verified", "refused", "from", "into"].map((code) => fixedId("sample-company", code));
const [toVerify = "", toRefuse = "", fromCompanyId = "", intoCompanyId = ""] = ids;

/** As the plan says at that moment. */
async function planned() {
  const sides = { fromId: fromCompanyId, intoId: intoCompanyId };
  const { planHash } = await companyMergeService.plan(staffCtx(database()), sides);
  return { fromCompanyId, intoCompanyId, planHash };
}

/** Companies, and what staff decide about them. */
export const queueSamples: Step[] = [
  step(
    "companies.create",
    () => ({ name: "Sampled", registerNumber: "SAMPLED", companyCategoryId: categoryId("FLEET") }),
    "company",
  ),
  step("companies.update", (made) => ({ id: id(made, "company"), status: "disabled" })),
  step("companyQueue.verify", () => ({ id: toVerify })),
  step("companyMerges.refuse", () => ({ id: toRefuse })),
  step("companyMerges.merge", planned, "merge"),
  step("companyMerges.undo", (made) => ({ id: id(made, "merge") })),
];

/** Companies that nobody verified. */
export const prepareQueueSamples = (db: Database) =>
  db.insert(companies).values(
    ids.map((id) => ({
      id,
      name: `Queued ${id}`,
      registerNumber: id,
      companyCategoryId: categoryId("FLEET"),
      isVerified: false,
    })),
  );
