"use client";

import { languages } from "@/app/(backoffice)/(content)/languages/language.resource";
import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { vehicleBrandMessages } from "../vehicle-brand-message.resource";
import { VehicleBrandMessageForm } from "./vehicle-brand-message.form";

export const VehicleBrandMessageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={vehicleBrandMessages}
    id={id}
    beside={(record) => <OnOff isOn={record.isActivated} />}
    facts={(record) => (
      <>
        <RecordLink of={vehicleBrands} id={record.vehicleBrandId}>
          {record.vehicleBrand.name}
        </RecordLink>
        <span>{record.language.name}</span>
      </>
    )}
    about={(record) => [
      [
        "Brand",
        <RecordLink key="brand" of={vehicleBrands} id={record.vehicleBrandId}>
          {record.vehicleBrand.name}
        </RecordLink>,
      ],
      [
        "Language",
        <RecordLink key="language" of={languages} id={record.languageId}>
          {record.language.name}
        </RecordLink>,
      ],
      "title",
      "isActivated",
      "content",
    ]}
    edit={(record) => <VehicleBrandMessageForm record={record} />}
    remove
  />
);
