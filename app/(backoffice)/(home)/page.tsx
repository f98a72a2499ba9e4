import { Ahead, type Loads } from "@/app/_screen/ahead";
import { alertDesk } from "@/app/(backoffice)/(devices)/alert-desk/alert-desk.resource";
import { firmwareRollouts } from "@/app/(backoffice)/(devices)/firmware-rollouts/firmware-rollout.resource";
import { pers } from "@/app/(backoffice)/(devices)/pers/pers.resource";
import { persAlerts } from "@/app/(backoffice)/(devices)/pers-alerts/pers-alert.resource";
import { notificationRequests } from "@/app/(backoffice)/(notifications)/notification-requests/notification-request.resource";
import { mailLogs } from "@/app/(backoffice)/(operations)/mail-log/mail-log.resource";
import { Home } from "@/components/kit/shell/home";
import { HomeFigures } from "./_screens/home.part";
import { gravestAlerts } from "./_screens/home.rules";
import { HomeAttention, HomeParts } from "./_screens/home-parts.part";

/** What each part asks for, for who sees it. */
const parts: Loads = (trpc, may) =>
  Promise.all([
    may(alertDesk.may.read) && trpc.alertDesk.standing.prefetch({}),
    may(persAlerts.may.read) && trpc.persAlerts.rows.prefetch(gravestAlerts),
    may(firmwareRollouts.may.read) && trpc.firmwareRollouts.underWay.prefetch(),
    ...(may(pers.may.read)
      ? [trpc.home.devicesByFirmware.prefetch(), trpc.home.openAlerts.prefetch(), trpc.home.silentDevices.prefetch()]
      : []),
    may(mailLogs.may.read) && trpc.home.failedMails.prefetch(),
    may(notificationRequests.may.read) && trpc.home.notifications.prefetch(),
    may("audit.read") && trpc.audit.latest.prefetch(),
    may("language.read") && trpc.desk.overview.prefetch(),
  ]);

export default function HomePage() {
  return (
    <Ahead of={parts}>
      <Home attention={<HomeAttention />} figures={<HomeFigures />} parts={<HomeParts />} />
    </Ahead>
  );
}
