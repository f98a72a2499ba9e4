import { dealerVehicles } from "@/db/schema";
import { listInput } from "@/server/kit/list/list.schema";
import { listService } from "@/server/kit/list/list-service";
import { recordService } from "@/server/kit/record/record-service";

const list = listService({
  table: dealerVehicles,
  company: dealerVehicles.companyId,
  input: listInput({ sort: ["createdAt"], filters: {} }),
  sort: { createdAt: dealerVehicles.createdAt },
  filters: {},
});

/** The vehicles that dealers have from the companies that they deal for. */
export const dealerVehicleService = recordService(list, {
  name: "dealer-vehicle",
  label: ({ createdAt }) => `Vehicle from ${createdAt.slice(0, 10)}`,
});
