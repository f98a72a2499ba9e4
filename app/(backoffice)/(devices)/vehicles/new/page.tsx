import { PageHeader } from "@/components/kit/page-header";
import { VehicleForm } from "../_screens/vehicle.form";

export default function NewVehiclePage() {
  return (
    <>
      <PageHeader title="New vehicle" />
      <VehicleForm />
    </>
  );
}
