"use client";

import { Switch } from "@mantine/core";
import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { listOf } from "@/components/kit/list/definition";
import { ListToolbar } from "@/components/kit/list/list-toolbar";
import { ListView } from "@/components/kit/list/list-view";
import { rowsOf, useList } from "@/components/kit/list/use-list";
import type { RowOf } from "@/components/kit/resource";
import { useIsVisible } from "@/components/kit/visible";
import { Status, type Tone } from "@/components/ui/value";
import { t } from "@/texts/t";
import { iotMessageShows } from "../../iot-messages/_screens/iot-message.columns";
import { iotMessages } from "../../iot-messages/iot-message.resource";
import { mergeMessages, messagesKey, passes } from "./pers-message.rules";
import styles from "./pers-part.module.css";

type LiveMessage = Pick<
  RowOf<"iotMessages">,
  "id" | "receivedAt" | "sentAt" | "iotMessageType" | "payload" | "messageId" | "persSerialNumber"
>;
type LiveState = "off" | "connecting" | "connected" | "reconnecting" | "paused" | "refused";

const mostKept = 200;

/**
 * The messages of one PERS as they come in, while `isOn` and the page is looked at: the newest 200, newest first.
 * @param onOpen called when a new line stands: what came in before it is to be asked for
 */
function useLiveMessages(persId: string, isOn: boolean, isShown: boolean, onOpen: () => void) {
  const isVisible = useIsVisible() && isShown;
  const [state, setState] = useState<LiveState>("off");
  const [messages, setMessages] = useState<LiveMessage[]>([]);
  const follows = isOn && isVisible;
  const opened = useEffectEvent(onOpen);

  useEffect(() => {
    if (!follows) return setState(isOn ? "paused" : "off");
    setState("connecting");
    const source = new EventSource(`/api/live/pers/${persId}`);
    let isFirst = true;
    source.onopen = () => {
      setState("connected");
      if (isFirst) opened(); // later ones go on from the last message by themselves
      isFirst = false;
    };
    source.onerror = () => setState(source.readyState === EventSource.CLOSED ? "refused" : "reconnecting");
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as LiveMessage; // what our own live door sends
      setMessages((before) => mergeMessages([message], before, mostKept));
    });
    return () => source.close();
  }, [persId, follows, isOn]);

  return { state, messages };
}

const stateWords: Record<Exclude<LiveState, "off">, [tone: Tone, word: string]> = {
  connecting: ["info", "Connecting"],
  connected: ["ok", "Connected"],
  reconnecting: ["warn", "Reconnecting"],
  paused: ["quiet", "Paused"],
  refused: ["bad", "Not connected. Turn live messages off and on to try again."],
};

const list = listOf(iotMessages, iotMessageShows);

/** What a device sent, newest first, and what it sends now where the live tail is on. */
export function PersMessagesTab({ id }: { id: string }) {
  const [isLive, setIsLive] = useState(false);
  const isShown = useSearchParams().get("tab") === messagesKey;
  const view = useList(list, { store: "here", where: { persId: id } });
  const { state, change } = view;
  // Live messages are the newest, so they stand on the first page of the list as it comes.
  const isFirst = state.page === 1 && state.sort.length === 0;
  const isOn = isLive && isFirst;
  const live = useLiveMessages(id, isOn, isShown, view.retry);
  const follow = (on: boolean) => {
    setIsLive(on);
    if (on) change({ page: 1, sort: [] });
  };
  const fresh = isFirst ? live.messages.filter((message) => passes(message, state.filters)) : [];
  const freshIds = new Set(fresh.map((message) => message.id));
  const rows = rowsOf(iotMessages, view);
  const [tone, word] = live.state === "off" ? [] : stateWords[live.state];
  return (
    <ListView
      view={{ ...view, rows: rows && mergeMessages<LiveMessage>(fresh, rows) }}
      title={t(iotMessages.many)}
      empty="This device has not sent any messages yet."
      isFresh={(row) => freshIds.has(row.id)}
      tools={
        <ListToolbar view={view}>
          <div className={styles.live}>
            <span role="status">{word && <Status tone={tone}>{word}</Status>}</span>
            <Switch
              label={t("Live|messages")}
              aria-label={t("Live tail")}
              checked={isOn}
              onChange={(event) => follow(event.currentTarget.checked)}
            />
          </div>
        </ListToolbar>
      }
    />
  );
}
