"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import toolbar from "@/components/kit/list/toolbar.module.css";
import { messageOf } from "@/components/kit/problem";
import type { RowOf } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { PlainTable } from "@/components/ui/plain-table";
import { LinkTo, None, Status, When } from "@/components/ui/value";
import { LevelMark } from "../../alerts/_screens/alert.words";
import styles from "./pers.module.css";
import { alertsRequest } from "./pers-alert.rules";
import { readingText } from "./pers-message.rules";
import partStyles from "./pers-part.module.css";
import { FilterField, Pages, useSettled } from "./pers-part.tools";

function AlertTable({ items }: { items: RowOf<"persAlerts">[] }) {
  const mayRead = useMay()("alert.read");
  return (
    <PlainTable narrow="stacked" heads={["Alert", "Level", "Group, topic", "Raised", "Ended", "Reading"]}>
      {items.map(({ id, alertId, alert, startedAt, endedAt, value }) => (
        <tr key={id}>
          <td>{mayRead ? <LinkTo href={`/alerts/${alertId}`}>{alert.alertLabel}</LinkTo> : alert.alertLabel}</td>
          <td>
            <LevelMark level={alert.levelAlert} />
          </td>
          <td>
            {alert.groupAlert}, {alert.topicAlert}
          </td>
          <td data-title="Raised">
            <When at={startedAt} />
          </td>
          <td data-title="Ended">{endedAt ? <When at={endedAt} /> : <Status tone="warn">Open</Status>}</td>
          <td data-title="Reading">{value === null ? <None /> : readingText(value)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

/** The alerts that were raised on a device: the open ones first, then the newest. */
export function PersAlertsTab({ id }: { id: string }) {
  const [asked, setAsked] = useState({ group: "", topic: "", isOpen: "" });
  const [page, setPage] = useState(1);
  const groupAlert = useSettled(asked.group.trim()) || undefined;
  const topicAlert = useSettled(asked.topic.trim()) || undefined;
  const isOpen = asked.isOpen ? asked.isOpen === "true" : undefined;
  const request = alertsRequest(id, { groupAlert, topicAlert, isOpen }, page);
  const { data, error } = trpc.persAlerts.rows.useQuery(request, { placeholderData: keepPreviousData });
  const ask = (more: Partial<typeof asked>) => {
    setAsked({ ...asked, ...more });
    setPage(1);
  };
  const isFiltered = Object.values(asked).some(Boolean);
  return (
    <>
      <div className={partStyles.tools}>
        <label>
          State
          <select
            className={toolbar.field}
            value={asked.isOpen}
            onChange={(event) => ask({ isOpen: event.target.value })}
          >
            <option value="">Open and ended</option>
            <option value="true">Open</option>
            <option value="false">Ended</option>
          </select>
        </label>
        <FilterField label="Group contains" value={asked.group} change={(group) => ask({ group })} maxLength={200} />
        <FilterField label="Topic contains" value={asked.topic} change={(topic) => ask({ topic })} maxLength={200} />
      </div>
      {error ? (
        <p role="alert">{messageOf(error)}</p>
      ) : !data ? (
        <p className={styles.lead}>Loading</p>
      ) : data.items.length === 0 ? (
        <p className={styles.lead}>{isFiltered ? "No alert matches." : "No alert was raised on this device yet."}</p>
      ) : (
        <>
          <AlertTable items={data.items} />
          <Pages of="alerts" page={page} hasMore={data.hasMore} turn={setPage} />
        </>
      )}
    </>
  );
}
