import { PageHeader } from "@/components/kit/page-header";
import { VehicleModelForm } from "../_screens/vehicle-model.form";

export default function NewVehicleModelPage() {
  return (
    <>
      <PageHeader title="New vehicle model" />
      <VehicleModelForm />
    </>
  );
}
