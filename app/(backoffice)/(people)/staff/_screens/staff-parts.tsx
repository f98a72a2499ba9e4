"use client";

import { Button } from "@mantine/core";
import { deviceName } from "@/app/_account/device-name";
import { messageOf } from "@/components/kit/problem";
import { Bones } from "@/components/kit/sheet/bones";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { LinkTo, When } from "@/components/ui/value";
import styles from "../../portal-users/_screens/user-parts.module.css";

/** Where somebody is signed in, and the way to end that. */
export function SessionsPart({ userId }: { userId: string }) {
  const mayWrite = useMay()("staff.write");
  const utils = trpc.useUtils();
  const { data, error } = trpc.staff.sessions.useQuery({ userId });
  const after = {
    onError: (refused: unknown) => notify(messageOf(refused), { tone: "bad" }),
    onSettled: () => Promise.all([utils.staff.sessions.invalidate(), utils.audit.invalidate()]),
  };
  const end = trpc.staff.endSession.useMutation(after);
  const endAll = trpc.staff.endSessions.useMutation(after);
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Bones />;
  return (
    <Section title="Where this person is signed in">
      {data.items.length === 0 && <p className={styles.none}>Nowhere at the moment.</p>}
      <ul className={styles.list}>
        {data.items.map((session) => (
          <li key={session.id}>
            <span title={session.userAgent ?? undefined}>
              {(session.userAgent && deviceName(session.userAgent)) ??
                (session.kind === "api" ? "An app" : "A browser")}{" "}
              <small>{session.ip ?? "unknown address"}</small>
            </span>
            <span>
              since <When at={session.createdAt} />
            </span>
            {mayWrite && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={end.isPending}
                onClick={() => end.mutate({ userId, sessionId: session.id })}
              >
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && data.items.length > 1 && (
        <Button variant="default" mt={12} loading={endAll.isPending} onClick={() => endAll.mutate({ userId })}>
          Sign out everywhere
        </Button>
      )}
    </Section>
  );
}

const minutes = (from: string, to: string) => Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** To whom this person switched, when, for how long and why. */
export function SwitchesPart({ userId }: { userId: string }) {
  const maySeeUsers = useMay()("portal-user.read");
  const { data, error } = trpc.staff.switches.useQuery({ userId });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <Bones />;
  return (
    <Section title="To whom this person switched">
      {data.items.length === 0 && <p className={styles.none}>To nobody so far.</p>}
      <ul className={styles.list}>
        {data.items.map(({ id, whom, companyName, reason, createdAt, endedAt, isOpen }) => {
          const name = `${whom.firstName} ${whom.lastName}`;
          return (
            <li key={id}>
              <span>
                {maySeeUsers ? <LinkTo href={`/portal-users/${whom.id}?tab=visits`}>{name}</LinkTo> : name}{" "}
                <small>in {companyName ?? "a company that is gone"}</small>
              </span>
              <span>{reason}</span>
              <span>
                <When at={createdAt} />
                {isOpen ? ", there now" : `, for ${minutes(createdAt, endedAt)} min`}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
