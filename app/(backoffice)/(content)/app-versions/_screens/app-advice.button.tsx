"use client";

import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { trpc } from "@/components/kit/trpc";
import { Dialog } from "@/components/ui/dialog";
import { PhoneFrame, type PhonePart } from "@/components/ui/phone-frame";
import { Status } from "@/components/ui/value";
import { type AppSystem, appSystems, semverPattern } from "@/server/content/app-version/app-version.rules";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";
import { useLanguages } from "../../_screens/missing-languages.words";
import styles from "./app-advice.module.css";

interface Asked {
  platformTechId: string;
  os: AppSystem;
  version: string;
  languageId?: string;
}

/** What an app with that version tells its user. */
function Advice({ asked }: { asked: Asked }) {
  const query = trpc.appVersions.advice.useQuery(asked);
  const languages = useLanguages();
  const codeOf = (id: string | undefined) => languages.get(id ?? "")?.code ?? "en";
  return (
    <Answer of={query}>
      {({ advice, mandatory, newest, note }) => {
        const heading = {
          must: t("Older than {version}: must update", { version: mandatory?.version ?? "" }),
          may: t("Can update to {version}", { version: newest?.version ?? "" }),
          none: t("It has the latest version"),
        }[advice];
        const parts: PhonePart[] = [
          { heading },
          ...(note ? [{ text: note.releaseNote }] : []),
          ...(newest && advice !== "none" ? [{ button: t("Update to {version}", { version: newest.version }) }] : []),
        ];
        return (
          <>
            <p role="status">
              <Status tone={advice === "must" ? "bad" : advice === "may" ? "info" : "ok"}>{heading}</Status>
              {note?.isFallback && <Status tone="warn">{t("The note is in the default language")}</Status>}
            </p>
            <PhoneFrame parts={parts} lang={codeOf(note?.languageId ?? asked.languageId)} title={t("App preview")} />
          </>
        );
      }}
    </Answer>
  );
}

function AdviceDialog({ onClose }: { onClose: () => void }) {
  const query = trpc.appVersions.rules.useQuery();
  const languages = useLanguages();
  const [techId, setTechId] = useState<string | null>(null);
  const [os, setOs] = useState<AppSystem | null>(null);
  const [version, setVersion] = useState("1.0.0");
  const [languageId, setLanguageId] = useState<string | null>(null);
  return (
    <Dialog title={t("Update advice")} onClose={onClose} width={640}>
      <Answer of={query}>
        {({ platformTechs, rules }) => {
          const platformTechId = techId ?? rules[0]?.platformTech.id ?? platformTechs[0]?.id ?? "";
          const system = os ?? rules[0]?.os ?? "iOS";
          const isVersion = semverPattern.test(version);
          return (
            <div className={styles.advice}>
              <ul className={styles.rules}>
                {rules.map((rule) => (
                  <li key={`${rule.platformTech.id} ${rule.os}`}>
                    <b>
                      {productName(rule.platformTech.label)}, {rule.os}
                    </b>
                    {": "}
                    {rule.mandatory
                      ? t("versions older than {version} must update.", { version: rule.mandatory })
                      : t("never has to update.")}{" "}
                    {t("Latest: {version}", { version: rule.newest ?? "–" })}
                  </li>
                ))}
              </ul>
              <div className={styles.asked}>
                <Select
                  label={t("App")}
                  data={platformTechs.map((tech) => ({ value: tech.id, label: productName(tech.label) }))}
                  value={platformTechId}
                  onChange={setTechId}
                />
                <Select
                  label={t("System")}
                  data={[...appSystems]}
                  value={system}
                  onChange={(value) => setOs(appSystems.find((one) => one === value) ?? null)}
                />
                <TextInput
                  label={t("Installed version")}
                  value={version}
                  error={isVersion ? undefined : t("Three numbers, such as 3.1.0.")}
                  onChange={(event) => setVersion(event.currentTarget.value.trim())}
                />
                <Select
                  label={t("Language")}
                  data={[...languages.values()].map((language) => ({ value: language.id, label: language.name }))}
                  clearable
                  placeholder={t("Default")}
                  value={languageId}
                  onChange={setLanguageId}
                />
              </div>
              {isVersion && platformTechId && (
                <Advice asked={{ platformTechId, os: system, version, languageId: languageId ?? undefined }} />
              )}
            </div>
          );
        }}
      </Answer>
    </Dialog>
  );
}

/** Shows the rule of each app in one line, and what an app with a given version is told. */
export function AppAdviceButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t("Update advice")}
      </Button>
      {isOpen && <AdviceDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
