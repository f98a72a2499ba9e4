"use client";

import { useSearchParams } from "next/navigation";
import { RecordField, SelectField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { CreateFirmwareVersion } from "@/server/devices/firmware-version/firmware-version.schema";
import { categorySource, type FirmwareVersion, typeOptions } from "./firmware-version.words";
import { FirmwareVersionCheck } from "./firmware-version-check";

export function FirmwareVersionForm({ record }: { record?: FirmwareVersion }) {
  const categoryId = useSearchParams().get("categoryId") ?? undefined;
  return (
    <ResourceForm
      name="firmwareVersions"
      schema={CreateFirmwareVersion}
      one="firmware version"
      needs="firmware.write"
      record={record}
      values={
        record ? undefined : { firmwareVersion: "", updateId: "", firmwareType: 1, isActivated: true, categoryId }
      }
      href={(id) => `/firmware-versions/${id}`}
    >
      <RecordField name="categoryId" label="Category" source={categorySource} />
      <TextField name="firmwareVersion" label="Version" help="Such as 3.1.0, or 3.2.0-rc.1 for a candidate." />
      <TextField name="updateId" label="Update" help="What the devices ask for, such as CORE-MAIN." />
      <SelectField name="firmwareType" label="Type" options={typeOptions} />
      <FirmwareVersionCheck record={record} />
      <TextAreaField name="releaseNote" label="Release note" optional rows={5} />
      <SwitchField name="isActivated" label="Offered to devices" />
    </ResourceForm>
  );
}
