"use client";

import { Checkbox } from "@mantine/core";
import { type FieldProps, useField } from "@/components/kit/form/fields";
import { useMay } from "@/components/kit/viewer";
import { webhookEventCodes, webhookEvents } from "@/server/kit/record/webhook-event.rules";
import { t } from "@/texts/t";
import { eventWords } from "../../webhook-deliveries/_screens/webhook-delivery.words";
import styles from "./webhook-event.module.css";

/** What a webhook gets. Events whose subject the person may not see cannot be chosen, only left as they are. */
export function WebhookEventField(props: FieldProps) {
  const may = useMay();
  const { value, onChange, input } = useField<string[] | undefined>(props, (codes) =>
    ((codes as string[] | undefined) ?? []).map(eventWords).join(", "),
  );
  const chosen = value ?? [];
  const set = (code: string, isOn: boolean) =>
    onChange([...chosen.filter((one) => one !== code), ...(isOn ? [code] : [])].sort());
  return (
    <fieldset className={styles.field}>
      <legend>{props.label}</legend>
      {input.error && (
        <p className={styles.error} role="alert">
          {input.error}
        </p>
      )}
      {webhookEventCodes.map((code) => {
        const { title, needs, ofCompanies } = webhookEvents[code];
        const isForeign = !may(needs) && !chosen.includes(code);
        const notes = [
          ...(ofCompanies ? [] : [t("not for a company's webhook")]),
          ...(isForeign ? [t("you do not have this permission yourself")] : []),
        ];
        return (
          <Checkbox
            key={code}
            size="xs"
            label={t(title)}
            description={[code, ...notes].join(" · ")}
            checked={chosen.includes(code)}
            disabled={isForeign}
            onChange={(event) => set(code, event.currentTarget.checked)}
          />
        );
      })}
    </fieldset>
  );
}
