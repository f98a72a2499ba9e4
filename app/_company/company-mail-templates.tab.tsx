"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Answer } from "@/components/kit/answer";
import { RowList } from "@/components/kit/list/row-list";
import { Section } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useLanguages } from "@/components/kit/use-languages";
import { None } from "@/components/ui/value";
import { manner } from "@/texts/speech";
import { t } from "@/texts/t";
import styles from "./company.module.css";
import { useCompanyDoor } from "./company-door";
import { MailLookPart } from "./company-mail-look.form";
import { MailTextForm } from "./company-mail-template.form";

/** The mails that a company may have texts of its own for. */
export function MailTemplatesTab({ name }: { name: string }) {
  const { companyId, mailTexts } = useCompanyDoor();
  const [chosen, setChosen] = useState<string>();
  const languages = useLanguages();
  const own = trpc[mailTexts.router].rows.useQuery({ companyId, limit: 1000 });
  const editable = trpc[mailTexts.router].editable.useQuery({ companyId });
  const nameOf = (id: string) => languages.data?.find((one) => one.id === id)?.name ?? id;
  return (
    <Answer of={editable}>
      {({ items }) => {
        const template = items.find(({ id }) => id === chosen);
        const textsOf = (id: string) => own.data?.items.filter(({ mailTemplateId }) => mailTemplateId === id) ?? [];
        const [first] = items;
        const mine = languages.data?.find(({ code }) => code === manner().language);
        const text = first?.texts.find(({ languageId }) => languageId === mine?.id);
        return (
          <>
            <MailLookPart
              name={name}
              sample={first && mine && text && { code: first.code, language: mine.code, text }}
            />
            <RowList
              title="e-mail texts"
              rows={items}
              columns={[
                { key: "label", title: "E-mail" },
                {
                  key: "code",
                  title: "Custom texts in",
                  cell: ({ id }) =>
                    textsOf(id)
                      .map(({ languageId }) => nameOf(languageId))
                      .join(", ") || <None />,
                },
                {
                  key: "id",
                  title: "Change",
                  align: "right",
                  width: "130px",
                  cell: ({ id }) => (
                    <Button size="compact-sm" variant="default" onClick={() => setChosen(id)}>
                      {t("Show texts")}
                    </Button>
                  ),
                },
              ]}
              empty="No e-mail can have its own text per company."
            />
            {template && (
              <div className={styles.chosen}>
                <Section title={template.label}>
                  <Answer of={own}>
                    {() => (
                      <Answer of={languages}>
                        {(items) => (
                          <InLanguages
                            key={template.id}
                            name={name}
                            template={template}
                            languages={items}
                            own={textsOf(template.id)}
                          />
                        )}
                      </Answer>
                    )}
                  </Answer>
                </Section>
              </div>
            )}
          </>
        );
      }}
    </Answer>
  );
}

interface Props {
  name: string;
  template: Parameters<typeof MailTextForm>[0]["template"] & {
    texts: { languageId: string; subject: string; content: string }[];
  };
  languages: { id: string; code: string; name: string }[];
  own: NonNullable<Parameters<typeof MailTextForm>[0]["own"]>[];
}

/** A mail in each language; what is half written in one stays while another is looked at. */
function InLanguages({ name, template, languages, own }: Props) {
  const [chosen = languages[0]?.id, choose] = useState<string>();
  return (
    <>
      <SegmentedControl
        aria-label={t("Language")}
        value={chosen}
        onChange={choose}
        data={languages.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {languages.map((language) => {
        const { id } = language;
        const text = own.find(({ languageId }) => languageId === id);
        return (
          <div key={id} hidden={id !== chosen}>
            <MailTextForm
              key={text?.id ?? "standard"}
              name={name}
              template={template}
              language={language}
              own={text}
              standard={template.texts.find(({ languageId }) => languageId === id)}
            />
          </div>
        );
      })}
    </>
  );
}
