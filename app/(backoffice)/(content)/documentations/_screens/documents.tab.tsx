"use client";

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { Facts } from "@/components/kit/sheet/facts";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { notify } from "@/components/ui/notice";
import { Copyable, None } from "@/components/ui/value";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { ContentParts } from "../../_screens/content-parts.tab";
import { documentations } from "../documentation.resource";
import { DocumentFile } from "./document-file.field";
import styles from "./documents.module.css";

type Documentation = RecordOf<"documentations">;
type Content = Documentation["contents"][number];

const fields = [
  { name: "title", title: "Title" },
  { name: "url", title: "Address in this language", optional: true },
  { name: "fileId", title: "File in this language", optional: true, input: DocumentFile },
];

/** Where a document is, in the languages that do not say something else. */
function Place({ of, content }: { of: Documentation; content: Content }) {
  const change = trpc.documentations.changeContent.useMutation();
  const [url, setUrl] = useState(content.url ?? "");
  const save = (place: { url?: string | null; fileId?: string | null }) =>
    attempt(async () => {
      await change.mutateAsync({ id: of.id, contentId: content.id, ifMatch: etagOf(of), ...place });
      notify(t("Document saved"));
    });
  return (
    <form
      className={styles.place}
      onSubmit={(event) => {
        event.preventDefault();
        void save({ url: url.trim() || null });
      }}
    >
      <TextInput
        label={t("Address")}
        description={t("An address or a file. Each language can have its own.")}
        type="url"
        disabled={content.fileId !== null}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={url.trim() === (content.url ?? "")}>
        {t("Save address")}
      </Button>
      <DocumentFile
        id={`file-${content.id}`}
        label="File"
        disabled={content.url !== null}
        value={content.fileId ?? ""}
        onChange={(fileId) => void save({ fileId: fileId || null })}
      />
    </form>
  );
}

/** The same to read. */
const PlaceFacts = ({ content }: { content: Content }) => (
  <Facts
    facts={[
      ["Address", content.url ? <Copyable key="url" value={content.url} /> : <None key="url" />],
      [
        "File",
        content.fileId ? (
          <a key="file" href={`/api/files/${content.fileId}`}>
            {t("Download")}
          </a>
        ) : (
          <None key="file" />
        ),
      ],
    ]}
  />
);

/** The documents of a documentation, each with its titles, and where it is. */
export function DocumentsTab({ record }: { record: Documentation }) {
  const mayWrite = useMay()(documentations.may.write);
  const add = trpc.documentations.addContent.useMutation();
  const translate = trpc.documentations.translateContent.useMutation();
  const remove = trpc.documentations.removeContent.useMutation();
  const removeTranslation = trpc.documentations.removeContentTranslation.useMutation();
  const { id } = record;
  const ifMatch = etagOf(record);
  return (
    <ContentParts
      one="document"
      needs={documentations.may.write}
      parts={record.contents}
      titleOf={({ translations, url }) => translations[0]?.title ?? url ?? undefined}
      add={async () => (await add.mutateAsync({ id, ifMatch })).contents.at(-1)?.id}
      remove={(contentId) => remove.mutateAsync({ id, contentId, ifMatch })}
    >
      {(content) => (
        <>
          {mayWrite ? (
            <Place key={`${content.url} ${content.fileId}`} of={record} content={content} />
          ) : (
            <PlaceFacts content={content} />
          )}
          <TranslationsEditor
            fields={fields}
            translations={content.translations}
            canEdit={mayWrite}
            onSave={(languageId, { title = "", url, fileId }) =>
              translate.mutateAsync({
                id,
                contentId: content.id,
                ifMatch,
                languageId,
                title,
                url: url || null,
                fileId: fileId || null,
              })
            }
            onRemove={(translationId) => removeTranslation.mutateAsync({ id: content.id, ifMatch, translationId })}
          />
        </>
      )}
    </ContentParts>
  );
}
