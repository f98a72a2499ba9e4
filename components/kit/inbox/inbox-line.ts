import { useCallback, useSyncExternalStore } from "react";

/** What the live door tells: how many messages are unread, and the newest one. */
export interface Inbox {
  count: number;
  newest: { id: string } | null;
}

const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/** Listens at the live door until `signal` ends it, or the door says that the session is over. */
const listen = (app: string, personId: string, tell: (inbox: Inbox) => void, signal: AbortSignal) =>
  new Promise<void>((done) => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = firstWaitMs;
    const end = () => {
      source?.close();
      clearTimeout(timer);
      done();
    };
    const open = () => {
      source = new EventSource(`/api/live/inbox/${app}`);
      source.onopen = () => {
        wait = firstWaitMs;
      };
      // A line that broke is opened again by the browser; one that was refused, such as where there is no place, later by us.
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, wait);
        wait = Math.min(wait * 2, longestWaitMs);
      };
      source.addEventListener("inbox", ({ data }: MessageEvent<string>) => {
        const told = JSON.parse(data) as Inbox & { personId: string }; // what our own live door sends
        // After a switch in another tab the session is somebody else's: this page shows nothing of them.
        if (told.personId === personId) tell({ count: told.count, newest: told.newest });
      });
      source.addEventListener("over", end);
    };
    signal.addEventListener("abort", end);
    open();
  });

interface Line {
  inbox: Inbox | undefined;
  listeners: Set<() => void>;
  end: () => void;
}

/**
 * One line for all tabs of a browser: the tab that holds the lock listens and passes on what it hears; when it closes,
 * another gets the lock. Without it six tabs would use up what a browser opens to one address.
 */
function openLine(name: string, app: string, personId: string): Line {
  const ended = new AbortController();
  const channel = new BroadcastChannel(name);
  let isLeading = false;
  const line: Line = {
    inbox: undefined,
    listeners: new Set(),
    end: () => {
      ended.abort();
      channel.close();
    },
  };
  const tell = (inbox: Inbox) => {
    line.inbox = inbox;
    for (const listener of line.listeners) listener();
  };
  channel.onmessage = ({ data }: MessageEvent<Inbox | "ask">) => {
    if (data !== "ask") tell(data);
    else if (isLeading && line.inbox) channel.postMessage(line.inbox);
  };
  channel.postMessage("ask");
  const lead = () => {
    isLeading = true;
    const pass = (inbox: Inbox) => {
      tell(inbox);
      channel.postMessage(inbox);
    };
    return listen(app, personId, pass, ended.signal);
  };
  // There are no locks where the page came over plain HTTP: each tab listens for itself then.
  if (navigator.locks) navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined);
  else void lead();
  return line;
}

const lines = new Map<string, Line>();

/** A person's own inbox in one app as it is now; undefined until it is known. All that ask on a page share one line. */
export function useInbox(app: string, personId: string): Inbox | undefined {
  const name = `persdesk-inbox ${app} ${personId}`;
  // The same function as long as it is the same inbox: another one would open another line.
  const subscribe = useCallback(
    (listener: () => void) => {
      const line = lines.get(name) ?? openLine(name, app, personId);
      lines.set(name, line);
      line.listeners.add(listener);
      return () => {
        line.listeners.delete(listener);
        if (line.listeners.size > 0) return;
        line.end();
        lines.delete(name);
      };
    },
    [name, app, personId],
  );
  return useSyncExternalStore(
    subscribe,
    () => lines.get(name)?.inbox,
    () => undefined,
  );
}
