import { z } from "zod";
import { CreateVehicleModel } from "@/server/devices/vehicle-model/vehicle-model.schema";
import { Id, Text, Upload } from "@/server/kit/call/wire";

const picture = Upload.optional().meta({ description: "PNG, JPEG or WebP, 5 MB" });

/** A form, in which a field without a text is one that was not sent. */
export const CreateOwnVehicleModel = CreateVehicleModel.extend({ picture }).meta({ id: "UserCreateVehicleModelDTO" });
export const UpdateOwnVehicleModel = CreateVehicleModel.partial()
  .extend({ picture })
  .meta({ id: "UserUpdateVehicleModelDTO" });
export const DuplicateOwnVehicleModel = z.object({ id: Id, nameVehicleModel: Text(80) });
