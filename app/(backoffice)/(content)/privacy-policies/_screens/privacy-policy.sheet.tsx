"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { attempt } from "@/components/kit/attempt";
import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { useRemove } from "@/components/kit/sheet/use-remove";
import { trpc } from "@/components/kit/trpc";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { PhonePreview } from "../../_screens/phone-preview.tab";
import { privacyPolicies } from "../privacy-policy.resource";
import { PolicyStatus } from "./policy-status.words";

type Policy = RecordOf<"privacyPolicies">;

const fields = [
  { name: "title" as const, title: "Title" },
  { name: "content" as const, title: "Content", html: true },
];

/** Deletes the draft, or publishes it after a question: what is published never changes. */
function DraftActions({ record }: { record: Policy }) {
  const [isAsking, setIsAsking] = useState(false);
  const publish = trpc.privacyPolicies.publish.useMutation();
  const remove = useRemove(privacyPolicies);
  const { id, version, missingLanguageIds } = record;
  const confirm = async () => {
    const isDone = await attempt(() => publish.mutateAsync({ id, ifMatch: etagOf(record) }));
    if (isDone) notify(t("Version {version} published", { version }));
    setIsAsking(false);
  };
  return (
    <>
      <Allowed needs={privacyPolicies.may.write}>
        <Button variant="default" onClick={() => remove.ask(record, t("Version {version}", { version }))}>
          {t("Delete draft")}
        </Button>
        <Button onClick={() => setIsAsking(true)}>{t("Publish")}</Button>
      </Allowed>
      {remove.dialog}
      {isAsking && (
        <Dialog title={t("Publish version {version}?", { version })} onClose={() => setIsAsking(false)}>
          {t("This version takes effect and can no longer be changed or deleted. Later changes create a new version.")}{" "}
          {missingLanguageIds.length > 0 &&
            t(
              "{count, plural, one {# language has no text. Its users see the default language.} other {# languages have no text. Their users see the default language.}}",
              {
                count: missingLanguageIds.length,
              },
            )}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t("Not yet")}
            </Button>
            <Button loading={publish.isPending} onClick={confirm}>
              {t("Publish version {version}", { version })}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

const unchanging = () => Promise.resolve();

export function PrivacyPolicySheet({ id }: { id: string }) {
  return (
    <ResourceSheet
      of={privacyPolicies}
      id={id}
      beside={(record) => <PolicyStatus policy={record} />}
      actions={(record) => !record.publishedAt && <DraftActions record={record} />}
      tabs={[
        {
          key: "text",
          title: "Text",
          content: (record) =>
            record.publishedAt ? (
              <TranslationsEditor
                fields={fields}
                translations={record.translations}
                canEdit={false}
                onSave={unchanging}
                onRemove={unchanging}
              />
            ) : (
              <TranslationsTab of={privacyPolicies} record={record} fields={fields} />
            ),
        },
        {
          key: "preview",
          title: "Preview",
          content: (record) => (
            <PhonePreview
              texts={record.translations}
              parts={({ title, content }) => [{ heading: title }, { html: content }]}
            />
          ),
        },
      ]}
    />
  );
}
