"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { attempt } from "@/components/kit/attempt";
import { TranslationsEditor } from "@/components/kit/form/translations-editor";
import type { RecordOf } from "@/components/kit/resource";
import { ResourceSheet } from "@/components/kit/sheet/resource-sheet";
import { TranslationsTab } from "@/components/kit/sheet/translations.tab";
import { useRemove } from "@/components/kit/sheet/use-remove";
import { trpc } from "@/components/kit/trpc";
import { useMay } from "@/components/kit/viewer";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { notify } from "@/components/ui/notice";
import { etagOf } from "@/server/kit/etag.rules";
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
    if (isDone) notify(`Version ${version} published`);
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => remove.ask(record, `version ${version}`)}>
        Delete draft
      </Button>
      <Button onClick={() => setIsAsking(true)}>Publish</Button>
      {remove.dialog}
      {isAsking && (
        <Dialog title={`Publish version ${version}?`} onClose={() => setIsAsking(false)}>
          From then on this version is in force and cannot be changed or deleted. A later change makes the next version.
          {missingLanguageIds.length > 0 &&
            ` ${missingLanguageIds.length} languages have no text; people who use them read the default language.`}
          <DialogActions>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Not yet
            </Button>
            <Button loading={publish.isPending} onClick={confirm}>
              Publish version {version}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

const unchanging = () => Promise.resolve();

export function PrivacyPolicySheet({ id }: { id: string }) {
  const mayWrite = useMay()(privacyPolicies.may.write);
  return (
    <ResourceSheet
      of={privacyPolicies}
      id={id}
      beside={(record) => <PolicyStatus policy={record} />}
      actions={(record) => !record.publishedAt && mayWrite && <DraftActions record={record} />}
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
