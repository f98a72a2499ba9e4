"use client";

import { Button } from "@mantine/core";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { ScreenHeader } from "@/components/kit/page-header";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { NumberInput } from "@/components/ui/number-input";
import { formatted } from "@/server/kit/value/count.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { logRetention } from "../retention.resource";
import styles from "./retention.module.css";

type Retention = inferRouterOutputs<AppRouter>["retentions"]["list"][number];

/** One kind of log: for how many days it is kept, and what a run would remove if it were so. */
function Kind({ retention }: { retention: Retention }) {
  const { kind, title, total } = retention;
  const set = trpc.retentions.set.useMutation();
  const mayWrite = useMay()("retention.write");
  const [days, setDays] = useState(retention.days);
  const { data } = trpc.retentions.preview.useQuery({ kind, days }, { enabled: days === null || days >= 1 });
  const save = (event: FormEvent) => {
    event.preventDefault();
    return attempt(async () => {
      await set.mutateAsync({ kind, days });
      notify(t("Retention saved"));
    });
  };
  return (
    <form className={styles.kind} onSubmit={save}>
      <div>
        <b>{title}</b>
        <p className={styles.quiet} role="status">
          {data &&
            t("{count, plural, one {# row} other {# rows}}, {removes} would be removed by the next run", {
              count: total,
              removes: formatted(data.removes),
            })}
        </p>
      </div>
      {mayWrite ? (
        <>
          <NumberInput
            label={t("Days kept")}
            placeholder={t("For ever")}
            value={days ?? ""}
            min={1}
            max={36_500}
            allowDecimal={false}
            onChange={(value) => setDays(typeof value === "number" ? value : null)}
          />
          <Button type="submit" loading={set.isPending} disabled={days === retention.days}>
            {t("Save")}
          </Button>
        </>
      ) : (
        <dl>
          <dt className={styles.quiet}>{t("Days kept")}</dt>
          <dd>{days === null ? t("For ever") : formatted(days)}</dd>
        </dl>
      )}
    </form>
  );
}

/** For how long each kind of log is kept. */
export function RetentionForm() {
  const { data = [] } = trpc.retentions.list.useQuery();
  return (
    <>
      <ScreenHeader of={logRetention} />
      <p>{t("A run each night removes what is older. What still waits to be sent stays.")}</p>
      {data.map((retention) => (
        <Kind key={`${retention.kind} ${retention.days}`} retention={retention} />
      ))}
    </>
  );
}
