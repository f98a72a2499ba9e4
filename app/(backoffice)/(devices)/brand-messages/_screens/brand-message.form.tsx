"use client";

import { RecordField, SwitchField, TextAreaField, TextField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { CreateBrandMessage } from "@/server/devices/vehicle-brand-message/vehicle-brand-message.schema";
import { brandSource } from "../../vehicles/_screens/vehicle.words";
import { languageSource } from "./brand-message.words";

export const BrandMessageForm = ({ record }: { record?: RecordOf<"brandMessages"> }) => (
  <ResourceForm
    name="brandMessages"
    schema={CreateBrandMessage}
    one="brand message"
    needs="brand-message.write"
    record={record}
    values={record ? undefined : { isActivated: true }}
    href={(id) => `/brand-messages/${id}`}
  >
    <RecordField name="vehicleBrandId" label="Brand" help="Riders of its vehicles read it." source={brandSource} />
    <RecordField name="languageId" label="Language" source={languageSource} />
    <TextField name="title" label="Title" />
    <TextAreaField name="content" label="Content" rows={6} />
    <SwitchField name="isActivated" label="Shown to riders" />
  </ResourceForm>
);
