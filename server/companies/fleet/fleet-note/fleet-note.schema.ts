import { Id } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";
import { CreateSheetActivity } from "@/server/platform/sheet-activity/sheet-activity.schema";

/** The notes of one device, vehicle or rider, the newest first. */
export const ListFleetNotes = listInput({
  sort: ["createdAt"],
  filters: { objectId: Id },
  required: ["objectId"],
});

export const CreateFleetNote = CreateSheetActivity.omit({ modelType: true }).meta({ id: "CreateFleetNoteDTO" });
