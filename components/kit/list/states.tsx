"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconFilterOff, IconInbox, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "@/texts/t";
import { useBase } from "../base";
import { messageOf, problemOf } from "../problem";
import styles from "./resource-list.module.css";

export const isForbidden = (error: unknown) => problemOf(error)?.code === "forbidden";

/** What somebody may not see; asking again would change nothing. */
function Forbidden() {
  const isInCompany = useBase().at !== "";
  return (
    <div className={styles.state} role="alert">
      <IconLock size={28} stroke={1.5} />
      <h2>{t("You do not have access to this")}</h2>
      <p>
        {isInCompany
          ? t("Your role in the company does not grant access. If you need it, ask an administrator of the company.")
          : t("None of your roles grants access. If you need it, ask a Persdesk administrator.")}
      </p>
    </div>
  );
}

/** What could not be loaded: why, and the way on. */
export const ErrorState = ({ what, error, retry }: { what: string; error: unknown; retry: () => void }) =>
  isForbidden(error) ? (
    <Forbidden />
  ) : (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} />
      <h2>{t("{what} could not be loaded", { what })}</h2>
      <p>{messageOf(error)}</p>
      <Button variant="default" onClick={retry}>
        {t("Try again")}
      </Button>
    </div>
  );

/** An address that asks for what the list cannot understand, such as a link that was cut in half. */
export const BadAddress = ({ names, reset }: { names: string; reset: () => void }) => (
  <div className={styles.state} role="alert">
    <IconFilterOff size={28} stroke={1.5} />
    <h2>{t("This address is not valid")}</h2>
    <p>{t("The value for {names} is not valid for this list.", { names })}</p>
    <Button variant="default" onClick={reset}>
      {t("Show all")}
    </Button>
  </div>
);

/** A list whose filters match nothing, or whose page lies past its end. */
export const NoMatch = ({ isPastEnd, reset }: { isPastEnd: boolean; reset: () => void }) => (
  <div className={styles.state}>
    <IconFilterOff size={28} stroke={1.5} />
    <h2>{isPastEnd ? t("This page does not exist") : t("No results")}</h2>
    <p>{isPastEnd ? t("The list has fewer pages.") : t("Remove a filter, or use a shorter search term.")}</p>
    <Button variant="default" onClick={reset}>
      {isPastEnd ? t("Go to the first page") : t("Clear filters")}
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

/** A view that filters or orders by what the reader may not see: its rows would tell of it. */
export const MissingRights = ({ names, open }: { names: string; open: () => void }) => (
  <div className={styles.state} role="alert">
    <IconLock size={28} stroke={1.5} />
    <h2>{t("You may not use all of this view")}</h2>
    <p>{t("It uses {names}, which your role does not grant. No rows are shown.", { names })}</p>
    <Button variant="default" onClick={open}>
      {t("Open without it")}
    </Button>
  </div>
);

/** A view that was deleted, or is not shared with the reader. */
export const GoneView = ({ open }: { open: () => void }) => (
  <div className={styles.state} role="alert">
    <IconFilterOff size={28} stroke={1.5} />
    <h2>{t("This view is not available")}</h2>
    <p>{t("It was deleted, or it is not shared with you.")}</p>
    <Button variant="default" onClick={open}>
      {t("Show all")}
    </Button>
  </div>
);
