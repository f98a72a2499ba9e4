import { useEffect, useEffectEvent, useState } from "react";
import type { RowOf } from "@/components/kit/resource";
import { merged } from "./pers-message.rules";

export type LiveMessage = Pick<
  RowOf<"iotMessages">,
  "id" | "receivedAt" | "sentAt" | "iotMessageType" | "payload" | "messageId" | "persSerialNumber"
>;
export type LiveState = "off" | "connecting" | "connected" | "reconnecting" | "paused" | "refused";

const mostKept = 200;

/** Whether the browser window shows this page. */
function useIsVisible() {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}

/**
 * The messages of one PERS as they come in, while `isOn` and the page is looked at: the newest 200, newest first.
 * @param onOpen called when a new line stands: what came in before it is to be asked for
 */
export function useLiveMessages(persId: string, isOn: boolean, isShown: boolean, onOpen: () => void) {
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
      setMessages((before) => merged([message], before, mostKept));
    });
    return () => source.close();
  }, [persId, follows, isOn]);

  return { state, messages };
}
