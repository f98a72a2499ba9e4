import { PageHeader } from "@/components/kit/page-header";
import { FirmwareVersionForm } from "../_screens/firmware-version.form";

export default function NewFirmwareVersionPage() {
  return (
    <>
      <PageHeader title="New firmware version" />
      <FirmwareVersionForm />
    </>
  );
}
