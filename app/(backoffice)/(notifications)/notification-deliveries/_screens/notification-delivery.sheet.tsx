"use client";

import { Facts, Section } from "@/components/kit/sheet/facts";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { LinkTo, None, When } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import {
  DeliveryState,
  reasonWords,
  StoryWords,
  storyTone,
} from "../../notification-requests/_screens/notification-request.words";
import { notificationRequests } from "../../notification-requests/notification-request.resource";
import { notificationDeliveries } from "../notification-delivery.resource";

export const NotificationDeliverySheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={notificationDeliveries}
    id={id}
    beside={(delivery) => <DeliveryState status={delivery.status} />}
    facts={(delivery) => `${appName(delivery.keyPlatformTech)} · ${t(notificationTypes[delivery.type])}`}
    overview={(delivery) => (
      <>
        <Facts
          facts={[
            [
              "Request",
              <LinkTo key="r" href={notificationRequests.record(delivery.requestId)}>
                {t("Open the request")}
              </LinkTo>,
            ],
            ["Title", delivery.title ?? <None key="t" />],
            ["Text", delivery.content ?? <None key="c" />],
            ["Link", delivery.link ?? <None key="l" />],
            ["Devices", delivery.mobileDeviceIds.join(", ") || <None key="m" />],
            ["Reason", delivery.reason ? reasonWords(delivery.reason) : <None key="s" />],
            ["Attempts", String(delivery.tries)],
            ["Due", <When key="d" at={delivery.dueAt} />],
          ]}
        />
        <Section title="History">
          <TimeLine
            events={delivery.story
              .map(({ at, event, detail }, n) => ({
                id: `${n}`,
                at,
                tone: storyTone(event),
                what: <StoryWords event={event} detail={detail} />,
              }))
              .toReversed()}
          />
        </Section>
      </>
    )}
  />
);
