"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { notificationDeliveries } from "../notification-delivery.resource";
import { deliveryColumns, useDeliveryFilters } from "./notification-delivery.columns";

export function NotificationDeliveryList() {
  const filters = useDeliveryFilters();
  const resend = trpc.notificationDeliveries.resend.useMutation();
  const run = async (ids: string[]) => {
    const { queued, skipped } = await resend.mutateAsync({ ids });
    const done = t("{count, plural, one {# delivery} other {# deliveries}} queued.", { count: queued });
    const left = t(
      "{count, plural, one {# was skipped because it had not failed.} other {# were skipped because they had not failed.}}",
      { count: skipped },
    );
    return skipped > 0 ? `${done} ${left}` : done;
  };
  return (
    <ResourceList
      of={notificationDeliveries}
      columns={deliveryColumns}
      filters={filters}
      bulk={[{ title: "Send again", needs: notificationDeliveries.may.write, run }]}
      empty="Each message to one person in one app by one way is listed here. Nothing was sent so far."
    />
  );
}
