import { get, post } from "@/server/kit/call/meta";
import { permitted, router } from "@/server/kit/call/procedure";
import { fromReplica } from "@/server/kit/call/replica";
import { ById, byId } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures, restOf } from "@/server/kit/record/crud-procedures";
import {
  ActOn,
  ApproveRollout,
  CreateRollout,
  GiveReason,
  ListRolloutDevices,
  ListRollouts,
  PlanDraft,
  RetryFailed,
  RolledBack,
  Rollout,
  RolloutDevice,
  RolloutPicture,
  RolloutPlan,
  UpdateRollout,
} from "./firmware-rollout.schema";
import { firmwareRolloutService as service } from "./firmware-rollout.service";
import { rolloutActService as acts } from "./rollout-act.service";
import { rolloutDeviceService } from "./rollout-device.service";
import { PersRollouts, RolloutsUnderWay } from "./rollout-facts.schema";
import { rolloutFactsService } from "./rollout-facts.service";

const at = "/v1/backoffice/admin/firmware-rollouts";
const section = "own Firmware rollouts";
const read = "firmware-rollout.read";
const write = "firmware-rollout.write";
const of = { may: { read, write }, item: Rollout, service } as const;
const on = (name: string, more: object = {}) => post(`${at}/{id}/${name}`, { section, ...more });
const unaudited = { unaudited: "a plan writes nothing", withoutKey: "it changes nothing" };

export const firmwareRolloutRouter = router({
  ...listProcedures({
    ...of,
    rest: get(at, { section }),
    input: ListRollouts,
    dto: "ListFirmwareRolloutDTO",
    isLive: true,
  }),
  ...crudProcedures({ ...of, rest: restOf(`${at}/{id}`, section), create: CreateRollout, update: UpdateRollout }),
  plan: permitted(read, on("plan"), unaudited)
    .input(ById)
    .output(RolloutPlan)
    .mutation(({ ctx, input }) => service.plan(ctx, input.id)),
  planDraft: permitted(read)
    .input(PlanDraft)
    .output(RolloutPlan)
    .query(({ ctx, input }) => fromReplica(ctx, (ctx) => service.planDraft(ctx, input))),
  start: permitted(write, on("start", { status: 202 }))
    .input(ActOn)
    .output(Rollout)
    .mutation(({ ctx, input }) => service.start(ctx, input)),
  approve: permitted("firmware-rollout.approve", on("approve", { dto: "ApproveFirmwareRolloutDTO" }))
    .input(ApproveRollout)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.approve(ctx, input)),
  sendBack: permitted(write, on("send-back", { dto: "SendBackFirmwareRolloutDTO" }))
    .input(GiveReason)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.sendBack(ctx, input)),
  pause: permitted(write, on("pause", { dto: "PauseFirmwareRolloutDTO" }))
    .input(GiveReason)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.pause(ctx, input)),
  resume: permitted(write, on("resume"))
    .input(ActOn)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.resume(ctx, input)),
  nextWave: permitted(write, on("next-wave"))
    .input(ActOn)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.nextWave(ctx, input)),
  cancel: permitted(write, on("cancel", { dto: "CancelFirmwareRolloutDTO" }))
    .input(GiveReason)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.cancel(ctx, input)),
  retryFailed: permitted(write, on("retry-failed", { dto: "RetryFirmwareRolloutDTO" }))
    .input(RetryFailed)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.retryFailed(ctx, input)),
  finish: permitted(write, on("finish"))
    .input(ActOn)
    .output(Rollout)
    .mutation(({ ctx, input }) => acts.finish(ctx, input)),
  rollBack: permitted(write, on("roll-back", { status: 201 }))
    .input(byId({}))
    .output(RolledBack)
    .mutation(({ ctx, input }) => acts.rollBack(ctx, input)),
  picture: permitted(read)
    .input(ById)
    .output(RolloutPicture)
    .query(({ ctx, input }) => rolloutDeviceService.picture(ctx, input.id)),
  underWay: permitted(read)
    .output(RolloutsUnderWay)
    .query(({ ctx }) => rolloutFactsService.underWay(ctx)),
  ofPers: permitted(read)
    .input(ById)
    .output(PersRollouts)
    .query(({ ctx, input }) => rolloutFactsService.ofPers(ctx, input.id)),
});

/** The devices of one rollout. */
export const rolloutDeviceRouter = router(
  listProcedures({
    may: { read },
    rest: get(`${at}/{rolloutId:id}/devices`, { section }),
    input: ListRolloutDevices,
    parent: "rolloutId",
    item: RolloutDevice,
    dto: "ListFirmwareRolloutDeviceDTO",
    service: rolloutDeviceService,
    isLive: true,
  }),
);
