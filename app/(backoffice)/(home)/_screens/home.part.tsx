"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { firmwareVersions } from "@/app/(backoffice)/(devices)/firmware-versions/firmware-version.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { notificationDeliveries } from "@/app/(backoffice)/(notifications)/notification-deliveries/notification-delivery.resource";
import { notificationRequests } from "@/app/(backoffice)/(notifications)/notification-requests/notification-request.resource";
import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { PlainTable } from "@/components/ui/plain-table";
import { BarPlot, LinePlot } from "@/components/ui/plot";
import type { Bar } from "@/components/ui/plot.rules";
import { dayOf } from "@/components/ui/time";
import { formatted } from "@/server/kit/value/count.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { endOfDay } from "@/texts/clock";
import { t } from "@/texts/t";
import styles from "./home.module.css";

interface Props<D> {
  title: string;
  href: string;
  query: { data: D | undefined; error: unknown; refetch: () => unknown };
  children: (data: D) => ReactNode;
}

/** A figure with its heading, which leads to the list behind it. */
const Figure = <D,>({ title, href, query, children }: Props<D>) => (
  <section className={styles.figure}>
    <h2>
      <Link href={href} prefetch={false}>
        {t(title)}
      </Link>
    </h2>
    <Answer of={query}>{children}</Answer>
  </section>
);

/** A single number that is a link, with what it means; one that needs somebody stands out where it is not 0. */
const Tile = ({
  title,
  href,
  query,
  quiet,
  note,
  isUrgent = false,
}: Omit<Props<{ count: number }>, "children"> & Record<"quiet" | "note", string> & { isUrgent?: boolean }) => (
  <Figure title={title} href={href} query={query}>
    {({ count }) => (
      <Link href={href} prefetch={false} className={styles.tile}>
        <b data-some={(isUrgent && count > 0) || undefined}>{formatted(count)}</b>
        <span>{t(count > 0 ? note : quiet)}</span>
      </Link>
    )}
  </Figure>
);

const openAlerts = persAlerts.list({ isOpen: true });

/** The alerts that were open at the end of that day, as the figure counts them. */
function openAtEndOf(day: string) {
  const end = endOfDay(day);
  return persAlerts.list({ openFrom: end, openUntil: end });
}

function DevicesByFirmware() {
  const mayFirmware = useMay()(firmwareVersions.may.read);
  const query = trpc.home.devicesByFirmware.useQuery();
  return (
    <Figure title="Devices by firmware" href={pers.list()} query={query}>
      {({ total, versions, others, withoutFirmware }) => {
        const bars: Bar[] = versions.map(({ firmwareVersionId, firmwareVersion, category, devices }) => ({
          key: firmwareVersionId,
          label: firmwareVersion,
          hint: category,
          value: devices,
          href: pers.list({ firmwareVersionId }),
        }));
        const rest = { isQuiet: true, href: mayFirmware ? firmwareVersions.at : undefined };
        if (others.versions > 0)
          bars.push({
            ...rest,
            key: "others",
            label: t("{count, plural, one {# other version} other {# other versions}}", { count: others.versions }),
            value: others.devices,
          });
        if (withoutFirmware > 0)
          bars.push({
            key: "none",
            label: t("No firmware"),
            value: withoutFirmware,
            isQuiet: true,
            href: pers.list({ firmwareVersionIdIsEmpty: true }),
          });
        return total === 0 ? <p className={styles.empty}>{t("No PERS devices yet.")}</p> : <BarPlot bars={bars} />;
      }}
    </Figure>
  );
}

function OpenAlerts() {
  const query = trpc.home.openAlerts.useQuery();
  return (
    <Figure title="Open alerts, last 30 days" href={openAlerts} query={query}>
      {({ days, levels }) =>
        levels.some(({ open }) => open.some((count) => count > 0)) ? (
          <LinePlot
            title="Open alerts at the end of each day, by level"
            unit="Day"
            points={days.map((day, at) => ({
              name: dayOf(day),
              href: at === days.length - 1 ? openAlerts : openAtEndOf(day),
            }))}
            lines={levels.map(({ levelAlertId, label, color, open }) => ({
              label,
              colour: color,
              values: open,
              href: persAlerts.list({ isOpen: true, levelAlertId }),
            }))}
          />
        ) : (
          <p className={styles.empty}>{t("No open alerts in the last 30 days.")}</p>
        )
      }
    </Figure>
  );
}

function SilentDevices() {
  const { data, error, refetch } = trpc.home.silentDevices.useQuery();
  const counted = (count: number | undefined) => ({
    data: count === undefined ? undefined : { count },
    error,
    refetch,
  });
  return (
    <>
      <Tile
        title="Silent devices"
        href={pers.list({ status: "active", isSilent: true, lastMessageAtIsEmpty: false })}
        query={counted(data?.silent)}
        note="active, but silent for more than a day"
        quiet="Every device that has ever reported did so within the last day"
      />
      <Tile
        title="Never heard"
        href={pers.list({ status: "active", lastMessageAtIsEmpty: true })}
        query={counted(data?.neverHeard)}
        note="active, without any message yet"
        quiet="All active devices have sent a message"
      />
    </>
  );
}

const FailedMails = () => (
  <Tile
    title="Failed e-mails"
    href={mailLogs.list({ status: "fail" })}
    query={trpc.home.failedMails.useQuery()}
    note="could not be sent"
    isUrgent
    quiet="All e-mails were sent"
  />
);

const outcomes = ["sent", "delivered", "opened", "failed"] as const;

/** What became of the messages of the last 30 days, by app. */
function Notifications() {
  const query = trpc.home.notifications.useQuery();
  return (
    <Figure title="Notifications, last 30 days" href={notificationRequests.list()} query={query}>
      {({ apps }) =>
        apps.length === 0 ? (
          <p className={styles.empty}>{t("No notifications in the last 30 days.")}</p>
        ) : (
          <PlainTable heads={["App", "Sent", "Delivered", "Opened", "Failed"]} className={styles.numbers}>
            {apps.map((app) => (
              <tr key={app.keyPlatformTech}>
                <td>
                  <Link href={notificationDeliveries.list({ keyPlatformTech: app.keyPlatformTech })} prefetch={false}>
                    {productName(app.label)}
                  </Link>
                </td>
                {outcomes.map((name) => (
                  <td key={name}>{formatted(app[name])}</td>
                ))}
              </tr>
            ))}
          </PlainTable>
        )
      }
    </Figure>
  );
}

/** How the fleet is, at a glance; only figures whose lists the person may read. */
export function HomeFigures() {
  const may = useMay();
  const [mayDevices, mayMails] = [may(pers.may.read), may(mailLogs.may.read)];
  const mayNotifications = may(notificationRequests.may.read);
  if (!mayDevices && !mayMails && !mayNotifications) return null;
  return (
    <div className={styles.figures}>
      {mayDevices && <DevicesByFirmware />}
      {mayDevices && <OpenAlerts />}
      <div className={styles.tiles}>
        {mayDevices && <SilentDevices />}
        {mayMails && <FailedMails />}
      </div>
      {mayNotifications && <Notifications />}
    </div>
  );
}
