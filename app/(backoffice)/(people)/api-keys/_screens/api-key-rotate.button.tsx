"use client";

import { useRouter } from "next/navigation";
import type { RecordOf } from "@/components/kit/resource";
import { RotateButton } from "@/components/kit/rotate-button";
import { trpc } from "@/components/kit/trpc";
import { etagOf } from "@/server/kit/value/etag.rules";
import { t } from "@/texts/t";
import { apiKeys } from "../api-key.resource";
import { isLive } from "./api-key.words";
import { KeyShownOnce } from "./api-key-secret.part";

/** Makes the key's successor; the old one works for a chosen while longer. */
export function RotateKeyButton({ record }: { record: RecordOf<"apiKeys"> }) {
  const router = useRouter();
  const { mutateAsync } = trpc.apiKeys.rotate.useMutation();
  return (
    <RotateButton
      title={t("Rotate key")}
      needs={apiKeys.may.write}
      isOffered={isLive(record) && !record.successorId}
      question={t("Rotate {name}?", { name: record.name })}
      untilLabel={t("The old key stops working")}
      rotate={(overlap) => mutateAsync({ id: record.id, overlap, ifMatch: etagOf(record) })}
      madeTitle={t("New key created")}
      show={({ key }, close) => key && <KeyShownOnce secret={key} onClose={close} />}
      onClose={({ id }) => router.push(apiKeys.record(id))}
    >
      {t(
        "A new key with the same name and permissions replaces this one. Both work until the old key ends, so your service can switch without interruption.",
      )}
    </RotateButton>
  );
}
