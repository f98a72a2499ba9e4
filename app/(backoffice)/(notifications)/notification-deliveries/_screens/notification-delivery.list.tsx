"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { counted } from "@/server/kit/count.rules";
import { deliveryStatusOptions } from "../../notification-requests/_screens/notification-request.words";
import { notificationDeliveries } from "../notification-delivery.resource";
import { deliveryColumns } from "./notification-delivery.columns";

const deliveries = (count: number) => counted(count, "delivery", "deliveries");

export function NotificationDeliveryList() {
  const resend = trpc.notificationDeliveries.resend.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await resend.mutateAsync({ ids });
    return `${deliveries(queued)} queued${skipped > 0 ? `; ${deliveries(skipped)} left alone: not failed` : ""}`;
  };
  return (
    <ResourceList
      of={notificationDeliveries}
      columns={deliveryColumns}
      filters={["email", { kind: "select", name: "status", options: deliveryStatusOptions }, "keyPlatformTech"]}
      bulk={[{ title: "Send again", needs: notificationDeliveries.may.write, run }]}
      empty="Each message to one person in one app by one way is listed here. Nothing was sent so far."
    />
  );
}
