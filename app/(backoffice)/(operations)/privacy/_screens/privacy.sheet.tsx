"use client";

import { Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { saveFile } from "@/components/kit/files";
import { PageHeader } from "@/components/kit/page-header";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { formatted } from "@/server/kit/count.rules";
import type { AppRouter } from "@/server/root";
import { t } from "@/texts/t";
import { privacyDesk } from "../privacy.resource";
import { ErasureRequestButton } from "./erasure-request.button";
import styles from "./privacy.module.css";

type Held = inferRouterOutputs<AppRouter>["privacy"]["held"];

const Row = ({ row }: { row: Record<string, string> }) => (
  <dl className={styles.row}>
    {Object.entries(row).flatMap(([key, value]) => [<dt key={`${key} name`}>{key}</dt>, <dd key={key}>{value}</dd>])}
  </dl>
);

/** A part of what is held; its rows are opened one part at a time. */
const Part = ({ title, count, rows }: Held["parts"][number]) => (
  <details className={styles.part}>
    <summary>
      {t(title)} ({formatted(count)})
    </summary>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id here, and stay in their order
      <Row key={index} row={row} />
    ))}
    {count > rows.length && (
      <p className={styles.quiet}>
        {t("The newest {shown} of {count}.", { shown: formatted(rows.length), count: formatted(count) })}
      </p>
    )}
  </details>
);

function Person({ held }: { held: Held }) {
  const download = trpc.privacy.download.useMutation();
  const { email, name, parts } = held;
  const save = (format: "json" | "html") =>
    attempt(async () => saveFile(await download.mutateAsync({ email, format })));
  if (parts.length === 0) return <p>{t("Nothing is held of {email}.", { email })}</p>;
  return (
    <section aria-label={name ?? email}>
      <h2>{name ?? email}</h2>
      <div className={styles.buttons}>
        <Button leftSection={<IconDownload size={15} />} loading={download.isPending} onClick={() => save("html")}>
          {t("Download to read")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          loading={download.isPending}
          onClick={() => save("json")}
        >
          {t("Download as JSON")}
        </Button>
        <ErasureRequestButton email={email} />
      </div>
      {parts.map((part) => (
        <Part {...part} key={part.key} />
      ))}
    </section>
  );
}

/** Everything that is held of one person, by their address: to be read, handed over, or erased. */
export function PrivacyDesk() {
  const [typed, setTyped] = useState("");
  const [email, setEmail] = useState("");
  const { data, error, isFetching } = trpc.privacy.held.useQuery({ email }, { enabled: email !== "", retry: false });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setEmail(typed.trim());
  };
  return (
    <>
      <PageHeader title={t(privacyDesk.heading)} />
      <form className={styles.ask} onSubmit={ask}>
        <TextInput
          label={t("E-mail address of the person")}
          type="email"
          value={typed}
          error={error ? messageOf(error) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          required
        />
        <Button type="submit" loading={isFetching}>
          {t("Look up")}
        </Button>
      </form>
      {data && <Person held={data} />}
    </>
  );
}
