"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { RecordField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateVehicleBrandMessage } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.schema";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { vehicleBrandMessages } from "../vehicle-brand-message.resource";

export const VehicleBrandMessageForm = ({ record }: { record?: RecordOf<"vehicleBrandMessages"> }) => (
  <ResourceForm
    of={vehicleBrandMessages}
    schema={CreateVehicleBrandMessage}
    record={record}
    values={record ? undefined : { isActivated: true }}
  >
    {(f) => (
      <>
        <RecordField {...f.vehicleBrandId} help="Shown to riders of the brand's vehicles." of={vehicleBrands} />
        <RecordField {...f.languageId} of={languages} />
        <TextField {...f.title} />
        <TextAreaField {...f.content} rows={6} />
        <SwitchField {...f.isActivated} />
      </>
    )}
  </ResourceForm>
);
