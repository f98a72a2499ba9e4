"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { RecordField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateBrandMessage } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.schema";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { brandMessages } from "../brand-message.resource";

export const BrandMessageForm = ({ record }: { record?: RecordOf<"brandMessages"> }) => (
  <ResourceForm
    of={brandMessages}
    schema={CreateBrandMessage}
    record={record}
    values={record ? undefined : { isActivated: true }}
  >
    {(f) => (
      <>
        <RecordField {...f.vehicleBrandId} help="Riders of its vehicles read it." of={vehicleBrands} />
        <RecordField {...f.languageId} of={languages} />
        <TextField {...f.title} />
        <TextAreaField {...f.content} rows={6} />
        <SwitchField {...f.isActivated} />
      </>
    )}
  </ResourceForm>
);
