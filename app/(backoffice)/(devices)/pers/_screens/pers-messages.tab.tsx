"use client";

import { Switch } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { Status, type Tone } from "@/components/ui/value";
import styles from "./pers.module.css";
import { merged, messagesKey, noFilter, pageRequest, passes } from "./pers-message.rules";
import { MessageTable } from "./pers-message.table";
import partStyles from "./pers-part.module.css";
import { FilterField, Pages, useSettled } from "./pers-part.tools";
import { type LiveState, useLiveMessages } from "./use-live-messages";

const stateWords: Record<Exclude<LiveState, "off">, [tone: Tone, word: string]> = {
  connecting: ["info", "Connecting"],
  connected: ["ok", "Connected"],
  reconnecting: ["warn", "Reconnecting"],
  paused: ["quiet", "Paused"],
  refused: ["bad", "Not connected. Switch it off and on to try again."],
};

/** What a device sent, newest first, and what it sends now where the live tail is on. */
export function PersMessagesTab({ id }: { id: string }) {
  const [asked, setAsked] = useState(noFilter);
  const [page, setPage] = useState(1);
  const [isLive, setIsLive] = useState(false);
  const isShown = useSearchParams().get("tab") === messagesKey;
  const filter = { ...asked, type: useSettled(asked.type) };
  const { data, error, refetch } = trpc.iotMessages.rows.useQuery(pageRequest(id, filter, page), {
    placeholderData: keepPreviousData,
  });
  const live = useLiveMessages(id, isLive, isShown, () => void refetch());
  const ask = (more: Partial<typeof asked>) => {
    setAsked({ ...asked, ...more });
    setPage(1);
  };
  const turn = (to: number) => {
    setPage(to);
    if (to > 1) setIsLive(false);
  };
  const follow = (on: boolean) => {
    setIsLive(on);
    if (on) setPage(1);
  };
  const fresh = page === 1 ? live.messages.filter((message) => passes(message, filter)) : [];
  const items = merged(fresh, data?.items ?? []);
  const isFiltered = Object.values(asked).some(Boolean);
  const [tone, word] = live.state === "off" ? [] : stateWords[live.state];
  return (
    <>
      <div className={partStyles.tools}>
        <FilterField label="Type contains" value={asked.type} change={(type) => ask({ type })} maxLength={40} />
        <FilterField
          label="Received from, UTC"
          type="datetime-local"
          value={asked.from}
          change={(from) => ask({ from })}
        />
        <FilterField label="Received until, UTC" type="datetime-local" value={asked.to} change={(to) => ask({ to })} />
        <div className={partStyles.live}>
          <span role="status">{word && <Status tone={tone}>{word}</Status>}</span>
          <Switch
            label="Live"
            aria-label="Live tail"
            checked={isLive}
            onChange={(event) => follow(event.currentTarget.checked)}
          />
        </div>
      </div>
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : !data ? (
        <p className={styles.lead}>Loading</p>
      ) : items.length === 0 ? (
        <p className={styles.lead}>{isFiltered ? "No message matches." : "This device has sent no message yet."}</p>
      ) : (
        <>
          <MessageTable items={items} fresh={new Set(fresh.map((message) => message.id))} />
          <Pages of="messages" page={page} hasMore={data.hasMore} turn={turn} />
        </>
      )}
    </>
  );
}
