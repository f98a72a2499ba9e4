"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { NoteButton } from "@/components/kit/sheet/notes";
import { Related, Steps } from "@/components/kit/sheet/sentence";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { Phone } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { DeviceSentence, nameOf, PersonLink, type Rider } from "../../_screens/device-sentence.words";
import { nextStepOf } from "../../_screens/device-situation.rules";
import { vehicles } from "../../vehicles/vehicle.resource";
import { pers } from "../pers.resource";
import type { PersStatus } from "./pers.words";
import { PersPinButton } from "./pers-pin.button";

type Pers = RecordOf<"pers">;

/** How a device is, in one sentence; nothing while it is asked for. */
export function PersSentence({ id }: { id: string }) {
  const { data } = trpc.situation.ofPers.useQuery({ id });
  return data && <DeviceSentence situation={data} />;
}

const Vehicle = ({ vehicle }: { vehicle: NonNullable<Pers["vehicle"]> }) => (
  <RecordLink of={vehicles} id={vehicle.id}>
    {[vehicle.nameVehicle, vehicle.vehicleSerialNumber].filter(Boolean).join(" ")}
  </RecordLink>
);

const Company = ({ company }: { company: { id: string; name: string } }) => (
  <RecordLink of={companies} id={company.id}>
    {company.name}
  </RecordLink>
);

/** Sends a device to maintenance, or takes it back into use; the notice takes that back. */
function StatusButton({ record, isProposed }: { record: Pers; isProposed: boolean }) {
  const update = trpc.pers.update.useMutation();
  const isAway = record.status === "maintenance";
  if (record.status === "retired") return null;
  const set = (status: PersStatus, ifMatch: string) => update.mutateAsync({ id: record.id, status, ifMatch });
  const run = () =>
    attempt(async () => {
      const changed = await set(isAway ? "active" : "maintenance", etagOf(record));
      const undo = () => void attempt(() => set(record.status, etagOf(changed)));
      notify(isAway ? t("Back in use") : t("Sent to maintenance"), { action: { title: t("Undo"), run: undo } });
    });
  return (
    <Allowed needs={pers.may.write}>
      <Button variant={isProposed ? "filled" : "default"} loading={update.isPending} onClick={run}>
        {isAway ? t("Take back into use") : t("Send to maintenance")}
      </Button>
    </Allowed>
  );
}

const CallButton = ({ rider, isProposed }: { rider: Rider; isProposed: boolean }) => (
  <Button component="a" href={`tel:${rider.phoneNumber}`} variant={isProposed ? "filled" : "default"}>
    {t("Call {name}", { name: nameOf(rider) })}
  </Button>
);

/** Who has to do with a device, and what is done next about it, what is proposed first. */
export function PersHead({ record }: { record: Pers }) {
  const { id, status, vehicle, manufacturer, subcontractor } = record;
  const { data } = trpc.situation.ofPers.useQuery({ id });
  const { mutateAsync: write } = trpc.sheetActivities.create.useMutation();
  if (!data) return null;
  const { rider, vehicleCompany } = data;
  const next = nextStepOf(data, status, rider?.phoneNumber ?? null, Date.now());
  const related: [string, ReactNode][] = [
    ["Rider", rider && <PersonLink key="rider" person={rider} />],
    ...(rider?.phoneNumber
      ? ([["Phone number", <Phone key="phone" number={rider.phoneNumber} />]] as [string, ReactNode][])
      : []),
    ["Vehicle", vehicle && <Vehicle key="vehicle" vehicle={vehicle} />],
    ["Company", vehicleCompany && <Company key="company" company={vehicleCompany} />],
    ["Manufacturer", manufacturer && <Company key="maker" company={manufacturer} />],
    ...(subcontractor
      ? ([["Subcontractor", <Company key="sub" company={subcontractor} />]] as [string, ReactNode][])
      : []),
  ];
  return (
    <>
      <Related items={related} />
      <Steps>
        {rider?.phoneNumber && <CallButton rider={rider} isProposed={next === "call"} />}
        <NoteButton
          needs="sheet-activity.write"
          create={(content) => write({ objectId: id, modelType: "pers", content })}
        />
        <PersPinButton id={id} hasPin={Boolean(record.activationPinAt)} />
        <StatusButton record={record} isProposed={next === "maintenance"} />
      </Steps>
    </>
  );
}
