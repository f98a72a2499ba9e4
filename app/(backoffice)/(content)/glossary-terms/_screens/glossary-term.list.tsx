"use client";

import { ResourceList } from "@/components/kit/list/resource-list";
import { stampColumns } from "@/components/kit/list/stamp-columns";
import { None, Status } from "@/components/ui/value";
import { t } from "@/texts/t";
import { MissingLanguages, useLanguages } from "../../_screens/missing-languages.words";
import { glossaryTerms } from "../glossary-term.resource";

/** The translations of a term, each with its language. */
function Translations({ of }: { of: { languageId: string; translation: string }[] }) {
  const byId = useLanguages();
  if (of.length === 0) return <None />;
  return of.map(({ languageId, translation }) => `${byId.get(languageId)?.code ?? "?"} ${translation}`).join(" · ");
}

export const GlossaryTermList = () => (
  <ResourceList
    of={glossaryTerms}
    columns={[
      { key: "term", edit: true, sort: true, width: "200px" },
      {
        key: "translations",
        export: "translations.translation",
        title: "Translations",
        onPhone: true,
        cell: (row) =>
          row.isKept ? <Status tone="info">{t("Do not translate")}</Status> : <Translations of={row.translations} />,
      },
      { key: "note", edit: true, width: "240px" },
      {
        key: "missingLanguageIds",
        width: "160px",
        cell: (row) => (row.isKept ? <None /> : <MissingLanguages ids={row.missingLanguageIds} />),
      },
      ...stampColumns,
    ]}
    filters={["term", { kind: "boolean", name: "isKept", title: "Do not translate", yes: "yes", no: "no" }]}
    empty="Words that mean one thing in this product, and how they are translated. The translation desk suggests them, and warns where a text does not follow them."
  />
);
