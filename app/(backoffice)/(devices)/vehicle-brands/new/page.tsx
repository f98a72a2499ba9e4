import { PageHeader } from "@/components/kit/page-header";
import { VehicleBrandForm } from "../_screens/vehicle-brand.form";

export default function NewVehicleBrandPage() {
  return (
    <>
      <PageHeader title="New vehicle brand" />
      <VehicleBrandForm />
    </>
  );
}
