"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { Answer } from "@/components/kit/answer";
import { RecordLink } from "@/components/kit/record-link";
import type { RecordOf } from "@/components/kit/resource";
import { Facts, Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Copyable, None, Status, When } from "@/components/ui/value";
import { formatted } from "@/server/kit/value/count.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { LevelMark } from "../../alerts/_screens/alert.words";
import { alerts as alertResource } from "../../alerts/alert.resource";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import styles from "./pers.module.css";
import partStyles from "./pers-part.module.css";
import { PersPictureSection } from "./pers-picture.tab";
import { positionOf } from "./pers-state.rules";

type CurrentData = inferRouterOutputs<AppRouter>["currentData"]["get"];

const Figure = ({ title, value, unit }: { title: string; value: number | null; unit: string }) => (
  <div>
    <dt>{t(title)}</dt>
    <dd>
      {value === null ? (
        <None />
      ) : (
        <>
          {formatted(value, 1)} <small>{unit}</small>
        </>
      )}
    </dd>
  </div>
);

function Position({ data }: { data: CurrentData }) {
  const position = positionOf(data);
  return position ? <Copyable value={position.copied}>{position.text}</Copyable> : <None />;
}

/** What the device says it runs, and whether it was set to something else here. */
const Firmware = ({ said, set }: { said: string | null; set: string | undefined }) =>
  said === null ? (
    <None />
  ) : (
    <>
      {said}{" "}
      {set !== undefined && set !== said && <Status tone="warn">{t("Set to {set} in Persdesk", { set })}</Status>}
    </>
  );

function State({ data, set }: { data: CurrentData; set: string | undefined }) {
  if (data.lastMessageAt === null)
    return <p className={styles.lead}>{t("This device has not sent any messages yet.")}</p>;
  return (
    <>
      <dl className={partStyles.figures}>
        <Figure title="Battery" value={data.batteryLevel} unit="%" />
        <Figure title="Distance" value={data.distance} unit="km" />
        <Figure title="Speed" value={data.speed} unit="km/h" />
        <Figure title="Signal" value={data.signal} unit="dBm" />
      </dl>
      <Facts
        facts={[
          ["Last message", <When key="last" at={data.lastMessageAt} />],
          ["Position", <Position key="position" data={data} />],
          ["Firmware it runs", <Firmware key="firmware" said={data.firmwareVersion} set={set} />],
        ]}
      />
    </>
  );
}

/** What the alerts that are open are, and since when. */
const OpenAlerts = ({ alerts }: { alerts: CurrentData["alerts"] }) => (
  <ul className={partStyles.alerts}>
    {alerts.map(({ alertId, label, level, since }) => (
      <li key={alertId}>
        <LevelMark level={level} />
        <span>
          <RecordLink of={alertResource} id={alertId}>
            {label}
          </RecordLink>
        </span>
        <When at={since} />
      </li>
    ))}
  </ul>
);

/** The alerts open on a device first, then how it went, and what it last said. */
export function PersStateSection({ record }: { record: RecordOf<"pers"> }) {
  const mayMessages = useMay()(iotMessages.may.read);
  return (
    <Answer of={trpc.currentData.get.useQuery({ id: record.id })}>
      {(data) => (
        <>
          {data.alerts.length > 0 && (
            <Section title="Open alerts">
              <OpenAlerts alerts={data.alerts} />
            </Section>
          )}
          {mayMessages && data.lastMessageAt !== null && (
            <PersPictureSection id={record.id} serial={record.nuSerialPersNumber} />
          )}
          <Section title="State">
            <State data={data} set={record.firmwareVersion?.firmwareVersion} />
          </Section>
        </>
      )}
    </Answer>
  );
}
