"use client";

import { Button, FileButton, Select, Textarea, TextInput } from "@mantine/core";
import papaparse from "papaparse";
import { companies } from "@/app/(backoffice)/(companies)/companies/company.resource";
import { firmwareVersions } from "@/app/(backoffice)/(devices)/firmware-versions/firmware-version.resource";
import { modelPers } from "@/app/(backoffice)/(devices)/model-pers/model-pers.resource";
import { portalUsers } from "@/app/(backoffice)/(people)/portal-users/portal-user.resource";
import { riders } from "@/app/(backoffice)/(people)/riders/rider.resource";
import { attempt } from "@/components/kit/attempt";
import { sendFile } from "@/components/kit/files";
import { RecordSelect } from "@/components/kit/record-select";
import type { RecordName, Resource } from "@/components/kit/resource";
import { trpc } from "@/components/kit/trpc";
import { opening } from "@/components/kit/value-text";
import { useMay } from "@/components/kit/viewer";
import { RecipientTable } from "@/server/notification/delivery/send-plan.schema";
import { t } from "@/texts/t";
import styles from "./send.module.css";
import {
  type AudienceKind,
  audienceKinds,
  listOfLink,
  type PeopleList,
  type Recipients,
  recipientsIn,
} from "./send-audience.rules";

/** Who gets a message: the kind, and a text, an id or a link. */
export interface Audience {
  kind: AudienceKind;
  value: string;
}

const mostRecipients = 10_000;
const pageSize = 1000;

const records = {
  company: companies,
  model: modelPers,
  firmware: firmwareVersions,
} as const satisfies Partial<Record<AudienceKind, Resource<RecordName>>>;

/** What is asked for, and from which list, to know the people of an audience. */
function questionOf({ kind, value }: Audience): { list: PeopleList; filters: object; unknown?: string[] } | undefined {
  if (kind === "company") return { list: "portalUsers", filters: { companyId: value } };
  if (kind === "model") return { list: "riders", filters: { modelPERSId: value } };
  if (kind === "firmware") return { list: "riders", filters: { firmwareVersionId: value } };
  return listOfLink(value, window.location.origin);
}

/** Finds the addresses of an audience: through the lists of people, so that nobody reaches whom they may not see. */
export function useAddresses() {
  const utils = trpc.useUtils();
  return async (audience: Audience): Promise<Pick<Recipients, "emails" | "tokensByEmail">> => {
    if (audience.kind === "addresses") return recipientsIn(audience.value);
    const question = questionOf(audience);
    if (!question) throw new Error(t("This is no link of a list of staff, portal users or riders."));
    const [unknown] = question.unknown ?? [];
    if (unknown !== undefined) throw new Error(t("This list has no filter “{name}”.", { name: unknown }));
    const found: string[] = [];
    for (let page = 1; found.length < mostRecipients; page++) {
      const input = { ...question.filters, limit: pageSize, page };
      const { items } = await utils[question.list].list.fetch(input, { staleTime: 0 });
      found.push(...items.map(({ email }) => email));
      if (items.length < pageSize) return { emails: found, tokensByEmail: {} };
    }
    throw new Error(t("These are more than 10,000 people. Send to fewer at once."));
  };
}

/** What was read out of a table that was pasted, or read from a file. */
function TableWords({ text }: { text: string }) {
  const { emails, columns, oddColumns } = recipientsIn(text);
  if (columns.length === 0 && oddColumns.length === 0) return null;
  return (
    <p role="status" className={styles.note}>
      {t("A table of {count, plural, one {# line} other {# lines}}.", { count: emails.length })}{" "}
      {columns.length > 0 && t("Values by its columns: {names}.", { names: columns.join(", ") })}{" "}
      {oddColumns.length > 0 && t("No token can be called so: {names}.", { names: oddColumns.join(", ") })}
    </p>
  );
}

/** A file as the text of a table: a workbook is read by the server. */
async function tableOf(file: File): Promise<string> {
  if (!/\.xlsx$/i.test(file.name)) return file.text();
  const { rows } = RecipientTable.parse(await sendFile("notificationSends.table", {}, file));
  return papaparse.unparse(rows, { delimiter: "\t", newline: "\n" });
}

/** Addresses as they are typed or pasted, or a table of them from a file. */
const AddressesField = ({ value, onChange }: { value: string; onChange: (next: string) => void }) => (
  <>
    <Textarea
      label={t("E-mail addresses")}
      description={t(
        "One per line, or separated by commas. Of a table, the first line names the columns: email, then tokens such as level.",
      )}
      autosize
      minRows={3}
      maxRows={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <TableWords text={value} />
    <FileButton
      accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
      onChange={(file) => file && attempt(async () => onChange(await tableOf(file)))}
    >
      {(props) => (
        <Button {...props} variant="default" className={styles.file}>
          {t("Read a CSV or XLSX file")}
        </Button>
      )}
    </FileButton>
  </>
);

/** The choice of recipients. What needs the right to see those people is offered to who has it. */
export function AudienceField({ value: audience, onChange }: { value: Audience; onChange: (next: Audience) => void }) {
  const may = useMay();
  const needs: Partial<Record<AudienceKind, boolean>> = {
    company: may(portalUsers.may.read) && may(companies.may.read),
    model: may(riders.may.read) && may(modelPers.may.read),
    firmware: may(riders.may.read) && may(firmwareVersions.may.read),
  };
  const kinds = (Object.keys(audienceKinds) as AudienceKind[]).filter((kind) => needs[kind] !== false); // its own keys
  const { kind, value } = audience;
  const set = (next: string) => onChange({ kind, value: next });
  return (
    <>
      <Select
        label={t("Recipients")}
        data={kinds.map((one) => ({ value: one, label: t(audienceKinds[one]) }))}
        value={kind}
        onChange={(next) => onChange({ kind: kinds.find((one) => one === next) ?? "addresses", value: "" })}
      />
      {kind === "addresses" && <AddressesField value={value} onChange={set} />}
      {kind === "list" && (
        <TextInput
          label={t("Link of the list")}
          description={t("Filter the list of staff, portal users or riders and copy its address here.")}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      {kind !== "addresses" && kind !== "list" && (
        <RecordSelect
          key={kind}
          of={records[kind]}
          label={opening(t(records[kind].one))}
          value={value || null}
          onChange={(id) => set(id ?? "")}
        />
      )}
    </>
  );
}
