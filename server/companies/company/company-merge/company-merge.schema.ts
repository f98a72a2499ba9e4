import { z } from "zod";
import { ShownEmail } from "@/server/kit/call/email.schema";
import { Id, Instant, Search, Stamps } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { type MergePart, mergeParts } from "./company-merge.rules";

const Part = z.enum(mergeParts as [MergePart, ...MergePart[]]);
const Named = z.object({ id: Id, name: z.string() });

const Side = z.object({
  id: Id,
  name: z.string(),
  registerNumber: z.string(),
  category: z.string(),
  status: z.enum(["pending", "active", "disabled"]),
  isVerified: z.boolean(),
});

/** Two companies: the one that is given up, and the one that gets what it has. */
export const OfTwo = z.object({ fromCompanyId: Id, intoCompanyId: Id });

/** What a merge would do; it then does exactly that. */
export const MergePlan = z.object({
  from: Side,
  into: Side,
  parts: z.array(
    z.object({
      part: Part,
      moves: z.int().meta({ description: "Rows that become the other company's." }),
      stays: z.int().meta({ description: "Rows that do not: that company has them already, or keeps its own." }),
    }),
  ),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: ShownEmail.nullable().meta({ description: "null for who may not read people of companies" }),
      status: z.enum(["invited", "active", "disabled"]),
      isAdmin: z.boolean(),
      role: z.string().nullable(),
      isInBoth: z.boolean(),
    }),
  ),
  peopleCount: z.int().meta({ description: "People are listed up to 200." }),
  roles: z.array(z.object({ id: Id, title: z.string(), newTitle: z.string() })),
  partners: z.array(
    z.object({
      id: Id,
      company: Named,
      linkedCompany: Named,
      kind: z.enum(["dealer", "subcontractor"]),
      status: z.enum(["invited", "to_confirm", "accepted", "refused", "ended"]),
      isBetween: z.boolean().meta({ description: "Between the two companies: it ends." }),
    }),
  ),
  /** what the merge is asked with, so that it does what was shown */
  planHash: z.string(),
});

export const MergeCompanies = OfTwo.extend({ planHash: z.string().regex(/^[0-9a-f]{64}$/) });

export const CompanyMerge = z.object({
  id: Id,
  from: Named,
  into: Named,
  counts: z.record(z.string(), z.int()),
  undoUntil: Instant,
  undoneAt: Instant.nullable(),
  canUndo: z.boolean(),
  ...Stamps,
});

export const ListCompanyMerges = listInput({
  sort: ["createdAt", "undoUntil", "undoneAt"],
  filters: {
    name: Search.meta({ description: "Part of the name of either company." }),
    companyId: Id.meta({ description: "One of the two companies." }),
    isUndone: z.boolean(),
  },
});

/** What an undo did, and how much it left because it is something else by now. */
export const UndoneMerge = CompanyMerge.extend({ left: z.array(z.object({ table: z.string(), count: z.int() })) });
