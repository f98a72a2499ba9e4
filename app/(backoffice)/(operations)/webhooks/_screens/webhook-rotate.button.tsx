"use client";

import type { RecordOf } from "@/components/kit/resource";
import { RotateButton } from "@/components/kit/rotate-button";
import { trpc } from "@/components/kit/trpc";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { webhooks } from "../webhook.resource";
import { SecretShownOnce } from "./webhook-secret.part";

/** Makes another secret; messages are signed with both for a chosen while. */
export function RotateSecretButton({ record }: { record: RecordOf<"webhooks"> }) {
  const { mutateAsync } = trpc.webhooks.rotateSecret.useMutation();
  return (
    <RotateButton
      needs={webhooks.may.write}
      title={t("Rotate secret")}
      question={t("Rotate the secret of {name}?", { name: record.name })}
      untilLabel={t("The old secret stops signing")}
      rotate={(overlap) => mutateAsync({ id: record.id, overlap, ifMatch: etagOf(record) })}
      madeTitle={t("New secret created")}
      show={({ secret }, close) => secret && <SecretShownOnce secret={secret} onClose={close} />}
    >
      {t(
        "Messages are signed with both secrets until the old one ends, so the receiver can switch without interruption.",
      )}
    </RotateButton>
  );
}
