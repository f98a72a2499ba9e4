import type { KnownCtx } from "@/server/kit/call/context";
import type { RestFile } from "@/server/kit/call/meta";
import { type Cell, xlsxStream } from "@/server/kit/export/spreadsheet";
import { dealerService, subcontractorService } from "./company-partner.service";
import { partnerHoldingService } from "./partner-holding.service";

const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const workbook = (name: string, header: string[], rows: Cell[][]): RestFile => ({
  name: `${name}.xlsx`,
  type,
  body: xlsxStream(header, (write) => write(rows)),
});

/** The vehicles of a dealer, with the column of their import first. */
export async function exportVehicles(ctx: KnownCtx, id: string) {
  const rows = await partnerHoldingService.vehiclesOf(ctx, await dealerService.link(ctx, id));
  return workbook(
    "dealer-vehicles",
    ["Vehicle Serial Number", "Name", "Brand", "Model"],
    rows.map((row) => [row.vehicleSerialNumber, row.nameVehicle, row.vehicleBrand, row.nameVehicleModel]),
  );
}

/** The devices of a subcontractor, with the column of their import first. */
export async function exportPers(ctx: KnownCtx, id: string) {
  const rows = await partnerHoldingService.persOf(ctx, await subcontractorService.link(ctx, id));
  return workbook(
    "subcontractor-pers",
    ["Serial Number", "Model"],
    rows.map((row) => [row.nuSerialPersNumber, row.modelPERS.label]),
  );
}
