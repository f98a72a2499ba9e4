import { z } from "zod";
import { Id, Instant } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { choice } from "@/server/kit/value/words.rules";
import { bulkStatusWords, mostIds } from "./bulk.rules";

const Resource = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)*$/, "What the records are, such as pers.")
  .max(60)
  .meta({ description: "What the records are, such as `pers`." });
const Ids = z.array(Id).min(1).max(mostIds).meta({ description: "The records, by their ids." });
const Filters = z.record(z.string(), z.unknown()).meta({
  description: "All records that these filters of their list find; one that the list does not have is an error.",
});
const All = z.boolean().meta({ description: "Must be true where the filters are empty: every record is meant." });

/** Which records: those named, or those that the filters of their list find. */
export const Chosen = {
  ids: Ids.optional(),
  filters: Filters.optional(),
  all: All.optional(),
};

const Values = z.record(z.string(), z.unknown()).meta({
  description: "What each record gets, by the names of its fields; only some fields of a resource can be set.",
});

export const PlanBulkChange = z
  .object({ resource: Resource, ...Chosen, set: Values })
  .meta({ id: "PlanBulkChangeDTO" });

const PlanId = Id.meta({ description: "A plan of the caller's, made within the last hour." });

export const RunBulkChange = z
  .object({ planId: PlanId.optional(), resource: Resource.optional(), ids: Ids.optional(), set: Values.optional() })
  .meta({ id: "RunBulkChangeDTO" });

const Label = z.string().meta({ description: "What people call the record." });

export const BulkPlan = z
  .object({
    planId: Id,
    change: z.int().meta({ description: "How many records would change." }),
    same: z.int().meta({ description: "How many have these values already." }),
    refused: z
      .array(z.object({ id: Id, label: Label, reason: z.string().meta({ description: "Why, in a sentence." }) }))
      .meta({ description: "Records that the change is refused for; the first 100." }),
    refusedCount: z.int().meta({ description: "How many the change is refused for." }),
  })
  .meta({ id: "BulkPlanDTO" });

/** A page of the records of a plan, with what they hold now in the fields that are set. */
export const ReadPlan = z.object({ planId: Id, page: z.int().min(1).max(1e6).default(1) });
export const PlanRows = z.object({
  items: z.array(
    z.object({
      id: Id,
      label: Label,
      before: z.record(z.string(), z.unknown()),
      /** it was changed, or went, since the plan was made, and will be left */
      hasMoved: z.boolean(),
    }),
  ),
  totalItems: z.int(),
});

export const BulkStatus = choice(bulkStatusWords);

export const BulkChangeView = z
  .object({
    id: Id,
    resource: Resource,
    action: z.string().nullable().meta({ description: "What is done to each record; null where fields are set." }),
    set: z.record(z.string(), z.unknown()).meta({ description: "What each record gets, or what the action takes." }),
    status: BulkStatus,
    counts: z.object({
      planned: z.int().meta({ description: "How many records it was to change." }),
      passed: z.int().meta({ description: "How many of the planned records it has come through." }),
      changed: z.int().meta({ description: "How many it changed." }),
      left: z.int().meta({ description: "How many planned records it, or its undo, did not touch." }),
      refused: z.int().meta({ description: "How many its plan refused." }),
      undone: z.int().meta({ description: "How many were put back as they were." }),
    }),
    left: z
      .array(
        z.object({
          id: Id,
          label: Label,
          reason: z.enum(["changed", "refused", "removed"]),
          message: z.string().nullable().meta({ description: "The reason in a sentence." }),
        }),
      )
      .meta({ description: "Planned records that it, or its undo, did not touch; the first 1,000." }),
    leftCount: z.int().meta({ description: "How many planned records it, or its undo, did not touch." }),
    by: z.string().meta({ description: "Who started it." }),
    error: z.string().nullable().meta({ description: "Why it failed." }),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    undoUntil: Instant.nullable().meta({ description: "Until when it can be undone; null where it cannot." }),
    undoneAt: Instant.nullable().meta({ description: "When it had been taken back; null before." }),
    undoneBy: z.string().nullable().meta({ description: "Who took it back; null where nobody did." }),
  })
  .meta({ id: "BulkChangeDTO" });

export const ListBulkChanges = listInput({
  sort: ["createdAt"],
  filters: { resource: Resource, status: BulkStatus },
});

export const CancelBulkChange = z.object({
  id: Id,
  keep: z.boolean().meta({ description: "true: what has changed stays; false: it is taken back." }),
});

export type BulkPlan = z.infer<typeof BulkPlan>;
export type BulkChangeView = z.infer<typeof BulkChangeView>;
