"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { Answer } from "@/components/kit/answer";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { appName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { PreferenceFacts, PreferenceForm, type Preferences } from "../../_fields/preference.form";
import styles from "../../_fields/preference.module.css";
import { portalUsers } from "../portal-user.resource";

interface Props {
  userId: string;
  /** none for one that the form asks for */
  app?: string;
  stored?: Preferences;
  onSaved?: () => void;
}

const noLanguage = "App default";

/** The preferences in one app; a new one first says in which. */
function OptinForm({ userId, app, stored, onSaved }: Props) {
  const put = trpc.portalUsers.putOptin.useMutation();
  const [key, setKey] = useState(app ?? "");
  return (
    <PreferenceForm
      ofPerson
      stored={stored}
      noLanguage={noLanguage}
      isStarted={app === undefined && key !== ""}
      save={async (changes) => {
        await put.mutateAsync({ userId, platformTechKey: key, ...changes });
        onSaved?.();
      }}
    >
      {(errors) =>
        app === undefined && (
          <TextInput
            label={t("App")}
            description={t("The app key, such as RIDER_APP.")}
            required
            withAsterisk={false}
            maxLength={100}
            value={key}
            error={errors.platformTechKey}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        )
      }
    </PreferenceForm>
  );
}

/** What a person has chosen in each app: language, time zone, what may be sent to them. */
export function OptinsTab({ userId }: { userId: string }) {
  const mayWrite = useMay()(portalUsers.may.write);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Answer of={trpc.portalUsers.optins.useQuery({ userId })}>
      {({ items }) => (
        <>
          {items.length === 0 && !isAdding && (
            <p className={styles.none}>{t("No preferences set in any app yet. The defaults of each app apply.")}</p>
          )}
          {items.map((one) => (
            <Section key={one.platformTechKey} title={appName(one.platformTechKey)}>
              {mayWrite ? (
                <OptinForm userId={userId} app={one.platformTechKey} stored={one} />
              ) : (
                <PreferenceFacts ofPerson stored={one} noLanguage={noLanguage} />
              )}
            </Section>
          ))}
          {isAdding ? (
            <Section title="Other app">
              <OptinForm userId={userId} onSaved={() => setIsAdding(false)} />
            </Section>
          ) : (
            <Allowed needs={portalUsers.may.write}>
              <Button variant="default" onClick={() => setIsAdding(true)}>
                {t("Set for another app")}
              </Button>
            </Allowed>
          )}
        </>
      )}
    </Answer>
  );
}
