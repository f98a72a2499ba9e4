import { eq } from "drizzle-orm";
import type { z } from "zod";
import { firmwareVersions } from "@/db/schema";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { broken } from "@/server/kit/call/errors";
import { imageOf } from "./firmware-image.service";
import { defaultGates, isFaster, isLooser } from "./firmware-rollout.rules";
import type { CreateRollout, PlanDraft, UpdateRollout } from "./firmware-rollout.schema";
import { assertStillSigned } from "./firmware-signature.service";
import { assertSecondPerson } from "./rollout-approval.service";
import { planOf, readFilters, versionFor } from "./rollout-choice.service";
import { queuePreparing } from "./rollout-prepare.service";
import {
  assertMay,
  lockFor,
  moveRollout,
  personOf,
  type RolloutRow,
  rolloutRecord,
  rolloutRow,
} from "./rollout-row.service";

type Create = z.output<typeof CreateRollout>;
type Update = z.output<typeof UpdateRollout>;

/** What may be changed of a rollout that is no draft any more. */
const adjustable = ["name", "gates", "maxPerHour"];
/** Nobody sees devices one by one in a plan of one wave, so it is a small one first. */
const defaultWaves = [{ percent: 10 }, {}];

/** What of a draft goes by what else it says. @throws AppError 400, 422 */
async function chosen(ctx: KnownCtx, values: Create) {
  const isDynamic = values.isDynamic ?? false;
  const version = await versionFor(ctx, values.firmwareVersionId);
  return {
    name: values.name,
    firmwareVersionId: version.id,
    firmwareType: version.firmwareType,
    filters: readFilters(values.filters, { all: values.all, isDynamic }),
    isDynamic,
    allowDowngrade: values.allowDowngrade ?? false,
    waves: values.waves ?? defaultWaves,
    gates: { ...defaultGates, ...values.gates },
    maxPerHour: values.maxPerHour ?? null,
    startAt: values.startAt ?? null,
  };
}

/** Who changed it, besides who made it. */
const withEditor = (ctx: KnownCtx, { editorIds }: RolloutRow) => {
  const editor = personOf(ctx);
  return editor && !editorIds.includes(editor) ? [...editorIds, editor] : editorIds;
};

/** What is set of the gates of a rollout that goes on, and whether that takes a second person. */
function adjusted(row: RolloutRow, values: Update) {
  const gates = { ...row.gates, ...values.gates };
  const maxPerHour = values.maxPerHour === undefined ? row.maxPerHour : values.maxPerHour;
  const isAdjusted = values.gates !== undefined || values.maxPerHour !== undefined;
  const isMore = isLooser(row.gates, gates) || isFaster(row.maxPerHour, maxPerHour);
  return { gates, maxPerHour, isAdjusted, isMore };
}

/** Rollouts as people plan them (ADR 142); what becomes of them is in `rollout-act.service.ts`. */
export const firmwareRolloutService = {
  ...rolloutRecord,

  /** A draft. @throws AppError 400 for filters that the list of PERS does not have, 422 for an unknown version */
  create: async (ctx: KnownCtx, values: Create) => {
    const createdById = personOf(ctx);
    return rolloutRecord.create(ctx, { ...(await chosen(ctx, values)), createdById });
  },

  /**
   * Of a draft anything; later its name, and its gates and rate, by themselves stricter only.
   * @throws AppError 422 for anything else, 403 for gates that are looser by who may not approve them
   */
  update: (ctx: KnownCtx, id: string, values: Update, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      const row = await lockFor(ctx, "adjust", { id, ifMatch });
      const editorIds = withEditor(ctx, row);
      if (row.status === "draft") {
        const { all, ...given } = values;
        const filters = values.filters ?? row.filters;
        const merged = { ...row, ...given, filters, gates: { ...row.gates, ...values.gates } };
        const next = await chosen(ctx, { ...merged, all: all ?? (values.filters === undefined ? true : undefined) });
        return rolloutRecord.update(ctx, id, { ...next, editorIds });
      }
      const fixed = Object.keys(values).find((key) => !adjustable.includes(key));
      if (fixed) throw broken(fixed, "It is fixed once the rollout has been started.");
      const { gates, maxPerHour, isAdjusted, isMore } = adjusted(row, values);
      if (isAdjusted && row.status === "awaiting_approval")
        throw broken("gates", "It waits to be approved as it is. Send it back to change it.");
      if (isMore && row.isApprovalNeeded) assertSecondPerson(ctx, row);
      return rolloutRecord.update(ctx, id, { name: values.name ?? row.name, gates, maxPerHour, editorIds });
    }),

  remove: (ctx: KnownCtx, id: string, ifMatch?: string) =>
    inTransaction(ctx, async (ctx) => {
      await lockFor(ctx, "remove", { id, ifMatch });
      await rolloutRecord.remove(ctx, id);
    }),

  /** What a start would do; nothing is written. @throws AppError 404, 422 for what is no draft */
  async plan(ctx: KnownCtx, id: string) {
    const row = await rolloutRow(ctx, id);
    assertMay("plan", row);
    return planOf(ctx, row);
  },

  /** The plan of what a form holds. @throws AppError 400, 422 */
  async planDraft(ctx: KnownCtx, values: z.output<typeof PlanDraft>) {
    const draft = await chosen(ctx, { name: "", ...values });
    return planOf(ctx, { ...draft, rollsBackId: null });
  },

  /**
   * Has it prepared: its devices are found, put into waves and held; nothing is offered yet.
   * @throws AppError 422 for a version that is not active, has no image, or whose signature no key fits any more
   */
  start: (ctx: KnownCtx, of: { id: string; ifMatch?: string }) =>
    inTransaction(ctx, async (ctx) => {
      const row = await lockFor(ctx, "start", of);
      const [version] = await ctx.db
        .select({ isActivated: firmwareVersions.isActivated })
        .from(firmwareVersions)
        .where(eq(firmwareVersions.id, row.firmwareVersionId))
        .for("share");
      if (!version?.isActivated) throw broken("firmwareVersionId", "The version is not active. Make it active first.");
      const image = await imageOf(ctx, row.firmwareVersionId);
      if (!image) throw broken("firmwareVersionId", "The version has no image yet.");
      await assertStillSigned(ctx, row.firmwareVersionId, "firmwareVersionId");
      await moveRollout(
        ctx,
        row,
        {
          status: "preparing",
          image,
          prepared: 0,
          toPrepare: 0,
          preparedTo: null,
          startedById: personOf(ctx),
          sentBackReason: null,
          approvalHash: null,
          approvalAskedAt: null,
          isApprovalNeeded: false,
          approvedById: null,
          approvedAt: null,
        },
        "start",
      );
      await queuePreparing(ctx, row.id);
      return rolloutRecord.get(ctx, row.id);
    }),
};
