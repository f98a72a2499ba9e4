import { RolloutDevice } from "@/server/devices/firmware-rollout/firmware-rollout.schema";
import { get } from "@/server/kit/call/meta";
import { ofCompany, router } from "@/server/kit/call/procedure";
import { ById } from "@/server/kit/call/wire";
import { listProcedures } from "@/server/kit/list/list-procedures";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { FleetPersFirmware, FleetRollout, ListFleetRolloutDevices, ListFleetRollouts } from "./fleet-rollout.schema";
import { fleetRolloutDeviceService, fleetRolloutService } from "./fleet-rollout.service";

const at = "/v1/users/companies/{companyId}/firmware-rollouts";
const section = "own Firmware rollouts";
const read = "company-firmware-rollout.read";
const of = { may: { read, write: read }, door: ofCompany } as const;

/** A company's part of rollouts: it reads, and changes nothing. */
export const fleetRolloutRouter = router({
  ...listProcedures({
    ...of,
    item: FleetRollout,
    rest: get(at, { section }),
    input: ListFleetRollouts,
    dto: "ListFleetFirmwareRolloutDTO",
    service: fleetRolloutService,
    isLive: true,
  }),
  ...crudProcedures({
    ...of,
    item: FleetRollout,
    rest: { get: get(`${at}/{id}`, { section }) },
    service: { get: fleetRolloutService.get },
  }),
});

/** The company's devices of one rollout, and what is said of one of its devices. */
export const fleetRolloutDeviceRouter = router({
  ...listProcedures({
    ...of,
    item: RolloutDevice,
    rest: get(`${at}/{rolloutId:id}/devices`, { section }),
    input: ListFleetRolloutDevices,
    parent: "rolloutId",
    dto: "ListFleetFirmwareRolloutDeviceDTO",
    service: fleetRolloutDeviceService,
    isLive: true,
  }),
  ofPers: ofCompany(read)
    .input(ById)
    .output(FleetPersFirmware)
    .query(({ ctx, input }) => fleetRolloutDeviceService.ofPers(ctx, input.id)),
});
