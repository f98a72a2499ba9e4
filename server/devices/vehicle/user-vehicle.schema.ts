import { Id, Moment, Search } from "@/server/kit/call/wire";
import { listInput } from "@/server/kit/list/list.schema";

export const ListUserVehicles = listInput({
  sort: ["vehicleSerialNumber", "vehicleRegistrationNumber", "nameVehicle", "createdAt"],
  filters: {
    userId: Id,
    registrationNumber: Search,
    vehicleName: Search,
    nuSerialNumber: Search,
    vehicleType: Search,
    vehicleBrand: Search,
    startDate: Moment,
    endDate: Moment,
  },
  required: ["userId"],
});
