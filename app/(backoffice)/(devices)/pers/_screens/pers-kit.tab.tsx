"use client";

import { TagsInput } from "@mantine/core";
import { NumberField, TextField, useField } from "@/components/kit/form/fields";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { PlainTable } from "@/components/ui/plain-table";
import { None } from "@/components/ui/value";
import { KitParts } from "@/server/devices/pers/pers-kit.schema";
import { t } from "@/texts/t";
import { pers } from "../pers.resource";
import styles from "./pers.module.css";
import { kitText, kitWords } from "./pers.words";

type Kit = RecordOf<"pers">["currentKitConfiguration"];
const schema = KitParts.omit({ version: true });

function Compared({ initial, now }: { initial: Kit; now: Kit }) {
  return (
    <PlainTable className={styles.compare} heads={["Part", "Initial, from the ERP", "Current"]}>
      {Object.entries(kitWords).map(([path, word]) => {
        const [was, is] = [initial, now].map((kit) => kitText(path, (kit as Record<string, unknown> | null)?.[path]));
        return (
          <tr key={path}>
            <th scope="row">{t(word)}</th>
            <td>{was === undefined ? <None /> : was === is ? was : <del>{was}</del>}</td>
            <td>{is === undefined ? <None /> : was === is ? is : <ins>{is}</ins>}</td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

function SensorsField() {
  const { value, onChange, input } = useField<string[] | undefined>({
    name: "sensors",
    label: kitWords.sensors,
    help: "Type a sensor and press Enter.",
    optional: true,
  });
  return <TagsInput {...input} value={value ?? []} onChange={onChange} />;
}

function KitForm({ record }: { record: RecordOf<"pers"> }) {
  const update = trpc.pers.update.useMutation();
  return (
    <ResourceForm
      of={pers}
      schema={schema}
      one="Kit"
      record={record}
      read={(pers) => pers.currentKitConfiguration ?? { sensors: [] }}
      save={(currentKitConfiguration, ifMatch) =>
        update.mutateAsync({ id: record.id, currentKitConfiguration, ifMatch })
      }
    >
      {() => (
        <>
          {(["handlebar", "mount", "display", "battery"] as const).map((part) => (
            <TextField key={part} name={part} label={kitWords[part]} optional />
          ))}
          <NumberField name="wheelSizeInches" label={kitWords.wheelSizeInches} unit="in" decimals={1} optional />
          <SensorsField />
        </>
      )}
    </ResourceForm>
  );
}

function kitNews({ initialKitConfiguration, kitDiffers }: RecordOf<"pers">) {
  if (!initialKitConfiguration) return "The ERP has not sent an initial kit for this device.";
  return kitDiffers ? "The kit differs from the one sent by the ERP." : "The kit matches the one sent by the ERP.";
}

/** The kit as the ERP delivered it against the one that is mounted now, and the form that changes the latter. */
export function PersKitTab({ record }: { record: RecordOf<"pers"> }) {
  const mayWrite = useMay()(pers.may.write);
  return (
    <>
      <p className={styles.lead}>{t(kitNews(record))}</p>
      <Compared initial={record.initialKitConfiguration} now={record.currentKitConfiguration} />
      {mayWrite && (
        <Section title="Change the current kit">
          <KitForm record={record} />
        </Section>
      )}
    </>
  );
}
