"use client";

import {
  type FirmwareLinks,
  FirmwareRuns,
  FirmwareUpdates,
} from "@/app/(backoffice)/(devices)/pers/_screens/pers-firmware.part";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { fleetRollouts } from "../fleet.resource";
import { useCompanyId } from "./company-id.hook";

const links: FirmwareLinks = {
  version: ({ firmwareVersion }) => firmwareVersion,
  rollout: ({ id, name }) => (
    <RecordLink of={fleetRollouts} id={id}>
      {name}
    </RecordLink>
  ),
};

function Firmware({ id }: { id: string }) {
  const companyId = useCompanyId();
  return (
    <Answer of={trpc.fleetRolloutDevices.ofPers.useQuery({ companyId, id })}>
      {({ runs, ...updates }) => (
        <>
          <FirmwareRuns items={runs} links={links} />
          <FirmwareUpdates {...updates} links={links} />
        </>
      )}
    </Answer>
  );
}

/** What a device of the company runs and is to be updated with, for those who see rollouts. */
export const FleetFirmware = ({ id }: { id: string }) =>
  useMay()(fleetRollouts.may.read) ? <Firmware id={id} /> : null;
