"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { LinkTo, Status } from "@/components/ui/value";
import { brandSource } from "../../vehicles/_screens/vehicle.words";
import { BrandMessageForm } from "./brand-message.form";
import { languageSource } from "./brand-message.words";

export const BrandMessageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    name="brandMessages"
    id={id}
    one="brand message"
    objectType="vehicle-brand-message"
    title={(record) => record.title}
    beside={(record) => <Status tone={record.isActivated ? "ok" : "quiet"}>{record.isActivated ? "On" : "Off"}</Status>}
    facts={(record) => (
      <>
        <LinkTo href={`/vehicle-brands/${record.vehicleBrandId}`}>{record.vehicleBrand.name}</LinkTo>
        <span>{record.language.name}</span>
      </>
    )}
    tabs={[{ key: "overview", title: "Overview", content: (record) => <BrandMessageForm record={record} /> }]}
    fields={{
      vehicleBrandId: { title: "Brand", source: brandSource },
      languageId: { title: "Language", source: languageSource },
      title: "Title",
      content: "Content",
      isActivated: "Shown to riders",
    }}
    needs="brand-message.write"
    remove={{ list: "/brand-messages", href: (id) => `/brand-messages/${id}` }}
  />
);
