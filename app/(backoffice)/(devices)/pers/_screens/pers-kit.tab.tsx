"use client";

import { TagsInput } from "@mantine/core";
import { NumberField, TextField, useField } from "@/components/kit/form/fields";
import { useFieldWords } from "@/components/kit/form/form-context";
import { ResourceForm } from "@/components/kit/form/resource-form";
import type { RecordOf } from "@/components/kit/resource";
import { Section } from "@/components/kit/sheet/facts";
import { useMay } from "@/components/kit/viewer";
import { None } from "@/components/ui/value";
import { UpdatePersKit } from "@/server/devices/pers/pers-kit.schema";
import styles from "./pers.module.css";
import { kitText, kitWords } from "./pers.words";

type Kit = RecordOf<"pers">["currentKitConfiguration"];
const schema = UpdatePersKit.pick({ currentKitConfiguration: true });
const current = "currentKitConfiguration";

const wholeKit = (kit: unknown) =>
  Object.entries(kitWords)
    .map(([path, word]) => [word, kitText(path, (kit as Record<string, unknown> | null)?.[path])])
    .filter(([, text]) => text)
    .map((pair) => pair.join(": "))
    .join("; ") || "–";

function Compared({ initial, now }: { initial: Kit; now: Kit }) {
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Initial, from the ERP</th>
          <th scope="col">Current</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(kitWords).map(([path, word]) => {
          const [was, is] = [initial, now].map((kit) => kitText(path, (kit as Record<string, unknown> | null)?.[path]));
          return (
            <tr key={path}>
              <th scope="row">{word}</th>
              <td>{was === undefined ? <None /> : was === is ? was : <del>{was}</del>}</td>
              <td>{is === undefined ? <None /> : was === is ? is : <ins>{is}</ins>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function SensorsField() {
  const { value, onChange, input } = useField<string[] | undefined>({
    name: `${current}.sensors`,
    label: kitWords.sensors ?? "",
    help: "Write one and press Enter.",
    optional: true,
  });
  return <TagsInput {...input} value={value ?? []} onChange={onChange} />;
}

function KitFields() {
  useFieldWords(current, { label: "Current kit", show: wholeKit });
  return (
    <>
      {(["handlebar", "mount", "display", "battery"] as const).map((part) => (
        <TextField key={part} name={`${current}.${part}`} label={kitWords[part] ?? part} optional />
      ))}
      <NumberField name={`${current}.wheelSizeInches`} label="Wheel size" unit="in" decimals={1} optional />
      <SensorsField />
    </>
  );
}

function kitNews({ initialKitConfiguration, kitDiffers }: RecordOf<"pers">) {
  if (!initialKitConfiguration) return "The ERP has sent no initial kit for this device.";
  return kitDiffers ? "The kit was changed since the ERP delivered it." : "The kit is as the ERP delivered it.";
}

/** The kit as the ERP delivered it against the one that is mounted now, and the form that changes the latter. */
export function PersKitTab({ record }: { record: RecordOf<"pers"> }) {
  const mayWrite = useMay()("pers.write");
  return (
    <>
      <p className={styles.lead}>{kitNews(record)}</p>
      <Compared initial={record.initialKitConfiguration} now={record.currentKitConfiguration} />
      {mayWrite && (
        <Section title="Change the current kit">
          <ResourceForm name="pers" schema={schema} one="Kit" needs="pers.write" record={record}>
            <KitFields />
          </ResourceForm>
        </Section>
      )}
    </>
  );
}
