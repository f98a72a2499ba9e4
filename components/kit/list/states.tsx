"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconFilterOff, IconInbox, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { messageOf, problemOf } from "../problem";
import styles from "./resource-list.module.css";

/** What somebody may not see; asking again would change nothing. */
const Forbidden = () => (
  <div className={styles.state} role="alert">
    <IconLock size={28} stroke={1.5} />
    <h2>You may not see this</h2>
    <p>None of your roles allows it. If you need it for your work, ask an administrator of Persdesk.</p>
  </div>
);

/** What could not be loaded: why, and the way on. */
export const ErrorState = ({ what, error, retry }: { what: string; error: unknown; retry: () => void }) =>
  problemOf(error)?.code === "forbidden" ? (
    <Forbidden />
  ) : (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} />
      <h2>{what} could not be loaded</h2>
      <p>{messageOf(error)}</p>
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </div>
  );

/** An address that asks for what the list cannot understand, such as a link that was cut in half. */
export const BadAddress = ({ names, reset }: { names: string; reset: () => void }) => (
  <div className={styles.state} role="alert">
    <IconFilterOff size={28} stroke={1.5} />
    <h2>This address cannot be read</h2>
    <p>Its value for {names} is not valid for this list.</p>
    <Button variant="default" onClick={reset}>
      Show the whole list
    </Button>
  </div>
);

/** A list whose filters match nothing, or whose page lies past its end. */
export const NoMatch = ({ isPastEnd, reset }: { isPastEnd: boolean; reset: () => void }) => (
  <div className={styles.state}>
    <IconFilterOff size={28} stroke={1.5} />
    <h2>{isPastEnd ? "This page is past the end" : "Nothing matches these filters"}</h2>
    <p>{isPastEnd ? "The list is shorter than that." : "Remove a filter, or search for something shorter."}</p>
    <Button variant="default" onClick={reset}>
      {isPastEnd ? "Go to the first page" : "Clear the filters"}
    </Button>
  </div>
);

/** A list that has nothing in it yet. */
export const EmptyState = ({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) => (
  <div className={styles.state}>
    <IconInbox size={28} stroke={1.5} />
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
);
