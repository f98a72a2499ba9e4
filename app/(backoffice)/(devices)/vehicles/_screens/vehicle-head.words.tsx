"use client";

import type { ReactNode } from "react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { RecordLinks } from "@/components/kit/record-link";
import { Related, Sentence } from "@/components/kit/sheet/sentence";
import { trpc } from "@/components/kit/trpc";
import { Phone } from "@/components/ui/value";
import { t } from "@/texts/t";
import { PersonLink, RiddenBy } from "../../_screens/device-sentence.words";
import { deviceClauses, toneOf } from "../../_screens/device-situation.rules";

/** How the device of a vehicle is and who rides it, in one sentence; nothing while it is asked for. */
export function VehicleSentence({ id, hasDevice }: { id: string; hasDevice: boolean }) {
  const { data } = trpc.situation.ofVehicle.useQuery({ id });
  if (!data) return null;
  const { device, rider } = data;
  const now = Date.now();
  const carried = hasDevice ? t("Carries a PERS device") : t("Carries no PERS device");
  const clauses: ReactNode[] = device ? deviceClauses(device, now) : [carried];
  return (
    <Sentence
      tone={device ? toneOf(device, now) : "quiet"}
      clauses={[...clauses, rider ? <RiddenBy key="rider" rider={rider} /> : t("nobody rides it")]}
    />
  );
}

/** Who rides a vehicle, and whose it is. */
export function VehicleHead({ id }: { id: string }) {
  const { data } = trpc.situation.ofVehicle.useQuery({ id });
  if (!data) return null;
  const { rider } = data;
  const items: [string, ReactNode][] = [
    ["Rider", rider && <PersonLink key="rider" person={rider} />],
    ["Company", <RecordLinks key="company" of={companies} records={data.companies} />],
  ];
  if (rider?.phoneNumber) items.splice(1, 0, ["Phone number", <Phone key="phone" number={rider.phoneNumber} />]);
  return <Related items={items} />;
}
