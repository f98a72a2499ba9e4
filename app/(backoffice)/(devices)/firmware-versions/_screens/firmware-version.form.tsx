"use client";

import { useSearchParams } from "next/navigation";
import { RecordField, SelectField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import { CreateFirmwareVersion } from "@/server/devices/firmware-version/firmware-version.schema";
import { firmwareCategories } from "../../firmware-categories/firmware-category.resource";
import { firmwareVersions } from "../firmware-version.resource";
import { type FirmwareVersion, typeOptions } from "./firmware-version.words";
import { FirmwareVersionCheck } from "./firmware-version-check.part";

export function FirmwareVersionForm({ record }: { record?: FirmwareVersion }) {
  const categoryId = useSearchParams().get("categoryId") ?? undefined;
  return (
    <ResourceForm
      of={firmwareVersions}
      schema={CreateFirmwareVersion}
      record={record}
      values={record ? undefined : { firmwareVersion: "", updateId: "", firmwareType: 1, categoryId }}
      opens="segments"
    >
      {(f) => (
        <>
          <RecordField {...f.categoryId} of={firmwareCategories} />
          <TextField {...f.firmwareVersion} help="For example, 3.1.0, or 3.2.0-rc.1 for a release candidate." />
          <TextField {...f.updateId} help="The ID that devices request, such as CORE-MAIN." />
          <SelectField {...f.firmwareType} options={typeOptions} />
          <FirmwareVersionCheck record={record} />
          <TextAreaField {...f.releaseNote} optional rows={5} />
          {record && (
            <TextField
              {...f.signature}
              optional
              help="Made outside with an Ed25519 key: over the bytes of the image, as base64. It goes when the image changes."
            />
          )}
          {record && <SwitchField {...f.isActivated} help="A version needs an image before it can be active." />}
        </>
      )}
    </ResourceForm>
  );
}
