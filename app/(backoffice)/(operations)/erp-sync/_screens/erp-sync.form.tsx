"use client";

import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import { messageOf, problemOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { notify } from "@/components/ui/notice";
import { exactTime } from "@/components/ui/time";
import { etagOf } from "@/server/kit/value/etag.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import styles from "./erp-sync.module.css";

export type ErpSettings = inferRouterOutputs<AppRouter>["erpSync"]["get"];

/** A schedule in words, and when it begins next; read while it is typed. */
function ScheduleWords({ cron }: { cron: string }) {
  const [asked] = useDebouncedValue(cron.trim(), 300);
  const { data } = trpc.erpSync.schedule.useQuery({ cron: asked }, { enabled: asked !== "" });
  if (!data || asked === "") return null;
  return (
    <p className={styles.words} role="status">
      {data.words === null
        ? data.fault
        : t("{words}. Next: {times}.", { words: data.words, times: data.next.map(exactTime).join(", ") })}
    </p>
  );
}

/** Where the ERP is, and when it is asked. */
export function ErpSyncForm({ settings }: { settings: ErpSettings }) {
  const upsert = trpc.erpSync.upsert.useMutation();
  const [erpUrl, setErpUrl] = useState(settings.erpUrl ?? "");
  const [cron, setCron] = useState(settings.cron);
  const [enabled, setEnabled] = useState(settings.enabled);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    try {
      await upsert.mutateAsync({
        erpUrl: erpUrl.trim() || null,
        cron: cron.trim(),
        enabled,
        ifMatch: etagOf(settings),
      });
      notify(t("ERP sync saved"));
    } catch (error) {
      const known = problemOf(error)?.errors ?? [];
      const all = Object.fromEntries(known.map(({ path, message }) => [path, message]));
      setErrors(known.length > 0 ? all : { all: messageOf(error) });
    }
  };
  return (
    <form className={styles.form} onSubmit={save}>
      {errors.all && (
        <p className={styles.fault} role="alert">
          {errors.all}
        </p>
      )}
      <TextInput
        label={t("Address")}
        description={t("Companies are asked for below it at /companies, PERS devices at /pers.")}
        placeholder="https://erp.example.com/api" // not a text
        type="url"
        value={erpUrl}
        error={errors.erpUrl}
        onChange={(event) => setErpUrl(event.currentTarget.value)}
      />
      <TextInput
        label={t("Schedule")}
        description={t("Five fields: minute, hour, day of the month, month, day of the week. Times are UTC.")}
        value={cron}
        error={errors.cron}
        classNames={{ input: styles.cron }}
        required
        onChange={(event) => setCron(event.currentTarget.value)}
      />
      <ScheduleWords cron={cron} />
      <Switch
        label={t("Runs on this schedule")}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={upsert.isPending}>
          {t("Save")}
        </Button>
      </div>
    </form>
  );
}
