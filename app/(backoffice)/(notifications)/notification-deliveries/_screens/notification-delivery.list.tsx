"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { deliveryStatusOptions } from "../../notification-requests/_screens/notification-request.words";
import { notificationDeliveries } from "../notification-delivery.resource";
import { deliveryColumns } from "./notification-delivery.columns";

export function NotificationDeliveryList() {
  const resend = trpc.notificationDeliveries.resend.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await resend.mutateAsync({ ids });
    const done = t("{count, plural, one {# delivery queued.} other {# deliveries queued.}}", { count: queued });
    return skipped > 0 ? `${done} ${t("{count} skipped because they had not failed", { count: skipped })}` : done;
  };
  return (
    <ResourceList
      of={notificationDeliveries}
      columns={deliveryColumns}
      filters={["email", { kind: "select", name: "status", options: deliveryStatusOptions }, "keyPlatformTech"]}
      bulk={[{ title: "Send again", needs: notificationDeliveries.may.write, run }]}
      empty="Each message to one person, by app and channel, is listed here. Nothing has been sent yet."
    />
  );
}
