import { ofCompany } from "@/server/kit/call/procedure";
import { pageOf } from "@/server/kit/list/list.schema";
import { crudProcedures } from "@/server/kit/record/crud-procedures";
import { SheetActivity, UpdateSheetActivity } from "@/server/platform/sheet-activity/sheet-activity.schema";
import { CreateFleetNote, ListFleetNotes } from "./fleet-note.schema";
import type { fleetNotesOf } from "./fleet-note.service";

/** The company's notes about what it reaches, for screens. Only the author changes a note. */
export const fleetNoteProcedures = (service: ReturnType<typeof fleetNotesOf>) => ({
  list: ofCompany(service.read)
    .input(ListFleetNotes)
    .output(pageOf(SheetActivity))
    .query(({ ctx, input }) => service.list(ctx, input)),
  ...crudProcedures({
    may: { read: service.read, write: "company-note.write" },
    door: ofCompany,
    item: SheetActivity,
    create: CreateFleetNote,
    update: UpdateSheetActivity,
    service,
  }),
});
