import { recordPage } from "@/app/_screen/record-page";
import { VehicleSheet } from "../_screens/vehicle.sheet";
import { vehicles } from "../vehicle.resource";

export default recordPage(vehicles, VehicleSheet, (trpc, id) => trpc.situation.ofVehicle.prefetch({ id }));
