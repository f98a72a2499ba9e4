"use client";

import { Button, NativeSelect } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { notificationDeliveries } from "@/app/(backoffice)/(notifications)/notification-deliveries/notification-delivery.resource";
import {
  StoryWords,
  storyTone,
} from "@/app/(backoffice)/(notifications)/notification-requests/_screens/notification-request.words";
import { Answer } from "@/components/kit/answer";
import { TimeLine } from "@/components/kit/sheet/time-line";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { LinkTo } from "@/components/ui/value";
import { notificationTypes } from "@/server/kit/value/notification-type.rules";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";

const most = 500;
const step = 30;

/** The device whose pushes alone are shown. */
function DeviceChoice({ email, value, onChange }: { email: string; value: string; onChange: (id: string) => void }) {
  const { data } = trpc.userDevices.list.useQuery({ emailList: [email] });
  const devices = data?.items.flatMap((person) => person.devices) ?? [];
  if (devices.length === 0) return null;
  return (
    <NativeSelect
      label={t("Device")}
      mb={16}
      maw={320}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: "", label: t("All messages") },
        ...devices.map(({ mobileDeviceId, model, keyPlatformTech }) => ({
          value: mobileDeviceId,
          label: `${model ?? mobileDeviceId} · ${appName(keyPlatformTech)}`,
        })),
      ]}
    />
  );
}

/** All that was sent to a person, on one time line: what was asked, why it waited, when it was tried, what came of it. */
export function NotificationsTab({ email }: { email: string }) {
  const mayDevices = useMay()("device.read");
  const [device, setDevice] = useState("");
  const [limit, setLimit] = useState(step);
  const query = trpc.notificationDeliveries.ofPerson.useQuery(
    { email, limit, mobileDeviceId: device || undefined },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      {mayDevices && <DeviceChoice email={email} value={device} onChange={setDevice} />}
      <Answer of={query}>
        {({ items, hasMore }) => (
          <>
            {items.length === 0 && <p>{t("Nothing was sent to this person so far.")}</p>}
            <TimeLine
              events={items
                .flatMap((delivery) =>
                  delivery.story.map(({ at, event, detail }, n) => ({
                    id: `${delivery.id} ${n}`,
                    at,
                    tone: storyTone(event),
                    what: <StoryWords event={event} detail={detail} />,
                    children: (
                      <small>
                        <LinkTo href={notificationDeliveries.record(delivery.id)}>
                          {delivery.title ?? t("Not written yet")}
                        </LinkTo>{" "}
                        {t(notificationTypes[delivery.type])}, {appName(delivery.keyPlatformTech)}
                      </small>
                    ),
                  })),
                )
                .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))}
            />
            {hasMore && limit < most && (
              <Button
                variant="default"
                loading={query.isFetching}
                onClick={() => setLimit(Math.min(most, limit + step))}
              >
                {t("Show older")}
              </Button>
            )}
          </>
        )}
      </Answer>
    </>
  );
}
