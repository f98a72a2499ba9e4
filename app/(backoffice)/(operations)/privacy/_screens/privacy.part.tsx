"use client";

import { Button, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { inferRouterOutputs } from "@trpc/server";
import { type FormEvent, useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { downloadFile } from "@/components/kit/files";
import { ScreenHeader } from "@/components/kit/page-header";
import { messageOf } from "@/components/kit/problem";
import { trpc } from "@/components/kit/trpc";
import { formatted } from "@/server/kit/value/count.rules";
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

/** A part of what is held; its rows are opened one part at a time, the newest first, and more of them on demand. */
function Part({ email, part: { key, title, count, rows: first } }: { email: string; part: Held["parts"][number] }) {
  const utils = trpc.useUtils();
  const [more, setMore] = useState<typeof first>([]);
  const [isLoading, setIsLoading] = useState(false);
  const rows = [...first, ...more];
  const showMore = async () => {
    setIsLoading(true);
    await attempt(async () => {
      const next = await utils.privacy.more.fetch({ email, part: key, skip: rows.length });
      setMore((shown) => [...shown, ...next.rows]);
    });
    setIsLoading(false);
  };
  return (
    <details className={styles.part}>
      <summary>
        {t(title)} ({formatted(count)})
      </summary>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id here, and stay in their order
        <Row key={index} row={row} />
      ))}
      {count > rows.length && (
        <div className={styles.more}>
          <Button variant="default" size="xs" loading={isLoading} onClick={showMore}>
            {t("Show more")}
          </Button>
          <span className={styles.quiet}>
            {t("The newest {shown} of {count}. A download holds all of them.", {
              shown: formatted(rows.length),
              count: formatted(count),
            })}
          </span>
        </div>
      )}
    </details>
  );
}

function Person({ held }: { held: Held }) {
  const { email, name, parts, hasSealed } = held;
  const [saving, setSaving] = useState<"json" | "html">();
  const save = async (format: "json" | "html") => {
    setSaving(format);
    await attempt(() => downloadFile("privacy.download", { email, format }));
    setSaving(undefined);
  };
  const unsearched = hasSealed ? null : (
    <p className={styles.quiet}>
      {t("Anonymised contact logs are not looked through: that needs the permission to bring them back.")}
    </p>
  );
  if (parts.length === 0)
    return (
      <>
        <p>{t("Nothing is held of {email}.", { email })}</p>
        {unsearched}
      </>
    );
  return (
    <section aria-label={name ?? email}>
      <h2>{name ?? email}</h2>
      <div className={styles.buttons}>
        <Button leftSection={<IconDownload size={15} />} loading={saving === "html"} onClick={() => save("html")}>
          {t("Download to read")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} />}
          loading={saving === "json"}
          onClick={() => save("json")}
        >
          {t("Download as JSON")}
        </Button>
        <ErasureRequestButton email={email} />
      </div>
      {parts.map((part) => (
        <Part email={email} part={part} key={part.key} />
      ))}
      {unsearched}
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
      <ScreenHeader of={privacyDesk} />
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
