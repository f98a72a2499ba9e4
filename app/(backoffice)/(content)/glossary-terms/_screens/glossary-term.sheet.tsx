"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import { glossaryTerms } from "../glossary-term.resource";
import { GlossaryTermForm } from "./glossary-term.form";

export const GlossaryTermSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={glossaryTerms}
    id={id}
    beside={(record) => record.isKept && <Status tone="info">{t("Do not translate")}</Status>}
    about={["term", "note", "isKept"]}
    edit={(record) => <GlossaryTermForm record={record} />}
    tabs={[
      translationsTab(glossaryTerms, [{ name: "translation", title: "Translation" }], (record) => ({
        translation: record.term,
      })),
    ]}
    remove
  />
);
