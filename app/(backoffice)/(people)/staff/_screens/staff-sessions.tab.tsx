"use client";

import { Button } from "@mantine/core";
import { deviceName } from "@/app/_account/device-name";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { attempt } from "@/components/kit/attempt";
import { RowList } from "@/components/kit/list/row-list";
import { trpc } from "@/components/kit/trpc";
import { When } from "@/components/ui/value";
import { t } from "@/texts/t";
import { staff } from "../staff.resource";

function EndButton({ userId, sessionId }: { userId: string; sessionId: string }) {
  const end = trpc.staff.endSession.useMutation();
  return (
    <Allowed needs={staff.may.write}>
      <Button
        size="compact-sm"
        variant="default"
        loading={end.isPending}
        onClick={() => attempt(() => end.mutateAsync({ userId, sessionId }))}
      >
        {t("Sign out")}
      </Button>
    </Allowed>
  );
}

function EndAllButton({ userId }: { userId: string }) {
  const endAll = trpc.staff.endSessions.useMutation();
  return (
    <Allowed needs={staff.may.write}>
      <Button
        variant="default"
        mt={12}
        loading={endAll.isPending}
        onClick={() => attempt(() => endAll.mutateAsync({ userId }))}
      >
        {t("Sign out everywhere")}
      </Button>
    </Allowed>
  );
}

/** Where somebody is signed in, and the way to end that. */
export const SessionsTab = ({ userId }: { userId: string }) => (
  <Answer of={trpc.staff.sessions.useQuery({ userId })}>
    {({ items }) => (
      <>
        <RowList
          title="sessions"
          rows={items}
          columns={[
            {
              key: "userAgent",
              title: "Where",
              cell: ({ userAgent, kind }) => (
                <span title={userAgent ?? undefined}>
                  {(userAgent && deviceName(userAgent)) ?? (kind === "api" ? t("App") : t("Browser"))}
                </span>
              ),
            },
            { key: "ip", title: "Address", width: "180px" },
            { key: "createdAt", title: "Since", width: "140px", cell: (row) => <When at={row.createdAt} /> },
            {
              key: "id",
              title: "",
              align: "right",
              width: "160px",
              cell: ({ id }) => <EndButton userId={userId} sessionId={id} />,
            },
          ]}
          empty="This person is not signed in anywhere."
        />
        {items.length > 1 && <EndAllButton userId={userId} />}
      </>
    )}
  </Answer>
);
