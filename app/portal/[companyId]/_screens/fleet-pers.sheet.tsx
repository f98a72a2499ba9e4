"use client";

import { CompanyName } from "@/app/_company/not-verified.words";
import { deviceClauses, toneOf } from "@/app/(backoffice)/(devices)/_screens/device-situation.rules";
import { positionOf } from "@/app/(backoffice)/(devices)/pers/_screens/pers-state.rules";
import { Answer } from "@/components/kit/answer";
import { PageHeader } from "@/components/kit/page-header";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { Sentence } from "@/components/kit/sheet/sentence";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { At, None, Status, When } from "@/components/ui/value";
import { alertTone } from "@/server/devices/alert/alert-urgency.rules";
import { formatted } from "@/server/kit/value/count.rules";
import { t } from "@/texts/t";
import { fleetAlerts } from "../fleet.resource";
import { useCompanyId } from "./company-id.hook";
import { FleetAlerts } from "./fleet-alerts.part";
import { FleetFirmware } from "./fleet-firmware.part";
import { FleetNotes } from "./fleet-notes.part";
import { AlertMark } from "./fleet-pers.list";
import styles from "./portal.module.css";

const figure = (value: number | null, unit: string) => (value === null ? <None /> : `${formatted(value, 1)} ${unit}`);

/** What a device said last, its open alerts, and where it is. */
function CurrentData({ id }: { id: string }) {
  const companyId = useCompanyId();
  const seesWork = useMay()(fleetAlerts.may.read);
  return (
    <Answer of={trpc.fleetPers.currentData.useQuery({ companyId, id })}>
      {(data) => (
        <>
          {!seesWork && (
            <Section title="Open alerts">
              {data.alerts.length === 0 && <p className={styles.quiet}>{t("None.")}</p>}
              <ul className={styles.plain}>
                {data.alerts.map(({ alertId, label, level, since }) => (
                  <li key={alertId}>
                    <span suppressHydrationWarning>
                      <Status tone={alertTone(level.rank, since, Date.now())}>{level.name}</Status>
                    </span>{" "}
                    {label}, <When at={since} />
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Current state">
            <Facts
              facts={[
                ["Last message", data.lastMessageAt ? <When key="last" at={data.lastMessageAt} /> : t("Never heard")],
                ["Battery", figure(data.batteryLevel, "%")],
                ["Distance", figure(data.distance, "km")],
                ["Speed", figure(data.speed, "km/h")],
                ["Signal", figure(data.signal, "dBm")],
                ["Position", positionOf(data)?.text ?? <None key="position" />],
                ["Firmware", data.firmwareVersion ?? <None key="firmware" />],
              ]}
            />
          </Section>
        </>
      )}
    </Answer>
  );
}

/** How a device is, in one sentence; how often it is usually heard is for staff alone. */
function DeviceSentence({ id }: { id: string }) {
  const companyId = useCompanyId();
  const { data } = trpc.fleetPers.currentData.useQuery({ companyId, id });
  if (!data) return null;
  const { alerts, lastMessageAt, batteryLevel } = data;
  const [gravest] = alerts;
  const alert = gravest ? { ...gravest, id: gravest.alertId } : null;
  const device = { lastMessageAt, batteryLevel, batteryBefore: null, usualGap: null, openAlerts: alerts.length, alert };
  const now = Date.now();
  return <Sentence tone={toneOf(device, now)} clauses={deviceClauses(device, now)} />;
}

/** One device within the company's reach. */
export function FleetPersSheet({ id }: { id: string }) {
  const companyId = useCompanyId();
  return (
    <Answer of={trpc.fleetPers.get.useQuery({ companyId, id })}>
      {({ pers, vehicle, manufacturer, subcontractor, openAlerts, gravestAlert, startDate }) => (
        <>
          <PageHeader
            title={pers.nuSerialPersNumber}
            beside={gravestAlert && <AlertMark openAlerts={openAlerts} gravestAlert={gravestAlert} />}
            sentence={<DeviceSentence id={id} />}
          />
          <FleetAlerts about={{ persId: id }} />
          <CurrentData id={id} />
          <FleetFirmware id={id} />
          <Section title="About">
            <Facts
              facts={[
                ["Model", pers.modelPERS.label],
                ["Vehicle", vehicle ? (vehicle.nameVehicle ?? vehicle.vehicleSerialNumber) : <None key="vehicle" />],
                ["Manufacturer", <CompanyName key="manufacturer" company={manufacturer} />],
                ["Subcontractor", <CompanyName key="subcontractor" company={subcontractor} />],
                ["With you since", <At key="since" at={startDate} />],
              ]}
            />
          </Section>
          <FleetNotes kind="fleetPers" id={id} />
        </>
      )}
    </Answer>
  );
}
