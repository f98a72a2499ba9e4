"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { translationsTab } from "@/components/kit/sheet/translations.tab";
import { languages } from "../language.resource";
import { LanguageForm } from "./language.form";
import { LanguageProgress, LanguageStatus } from "./language.words";

export const LanguageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={languages}
    id={id}
    beside={(record) => (
      <>
        <LanguageStatus language={record} /> <LanguageProgress id={record.id} />
      </>
    )}
    facts={(record) => record.code}
    about={["name", { copy: "code" }, "status", "isDefault"]}
    edit={(record) => <LanguageForm record={record} />}
    tabs={[translationsTab(languages, [{ name: "label", title: "Name" }], (record) => ({ label: record.name }))]}
  />
);
