"use client";

import { ImportPage } from "@/components/kit/import/import-page";
import { trpc } from "@/components/kit/trpc";
import { languageName } from "@/server/kit/language/language-name.rules";
import { t } from "@/texts/t";
import { formattedTexts } from "../formatted-texts/formatted-text.resource";
import { labels } from "../labels/label.resource";
import { messages } from "../messages/message.resource";
import { useModules } from "./module-options.hook";
import type { TextName } from "./text.words";
import { writtenByOption } from "./written-by.words";

const resources = { labels, formattedTexts, messages };

/** Brings a file of texts in one language into a resource of texts. */
export function TextImport(props: { of: TextName; title: string; languageId: string }) {
  const of = resources[props.of];
  const languages = trpc[props.of].completeness.useQuery({}).data ?? [];
  const modules = useModules();
  const language = languages.find((one) => one.languageId === props.languageId) ?? languages[0];
  if (!language) return <p>{t("There is no language to import texts for. Create one first.")}</p>;
  return (
    <ImportPage
      of={of}
      title={props.title}
      options={[
        {
          name: "languageId",
          label: "Language of the texts",
          choices: languages.map((one) => ({ value: one.languageId, label: languageName(one) })),
          initial: language.languageId,
        },
        writtenByOption(),
        {
          name: "createIn",
          label: "Create new names in",
          choices: modules.map(({ value, label }) => ({ value, label: t("Create in {place}", { place: label }) })),
          ask: {
            label: (rows) =>
              t("{count, plural, one {# name does not exist yet} other {# names do not exist yet}}", { count: rows }),
            open: "Skip them",
          },
        },
      ]}
      help="An export has this format."
      back={({ languageId }) => (of === labels ? labels.list({ languageId }) : of.at)}
    />
  );
}
