"use client";

import { RecordLink } from "@/components/kit/record-link";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { OnOff } from "@/components/ui/value";
import { vehicleBrands } from "../../vehicle-brands/vehicle-brand.resource";
import { brandMessages } from "../brand-message.resource";
import { BrandMessageForm } from "./brand-message.form";

export const BrandMessageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={brandMessages}
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
    tabs={[{ key: "overview", title: "Overview", content: (record) => <BrandMessageForm record={record} /> }]}
    remove
  />
);
