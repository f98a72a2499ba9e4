"use client";

import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { MissingLanguages } from "../../_screens/missing-languages.words";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { textTranslationsTab } from "../../_screens/text-translations.tab";
import { messages } from "../message.resource";
import { MessageForm } from "./message.form";

export const MessageSheet = ({ id }: { id: string }) => (
  <ResourceSheet
    of={messages}
    id={id}
    beside={(record) => <MissingLanguages ids={record.missingLanguageIds} />}
    facts={(record) => productName(record.module.label)}
    about={[{ copy: "name" }, "module.label", "description"]}
    edit={(record) => <MessageForm record={record} />}
    first="translations"
    tabs={[
      textTranslationsTab(messages),
      {
        key: "preview",
        title: "Preview",
        content: (record) => <PhonePreview texts={record.translations} parts={({ value }) => [{ text: value }]} />,
      },
    ]}
    remove
  />
);
