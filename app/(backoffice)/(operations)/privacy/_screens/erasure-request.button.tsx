"use client";

import { Button, Textarea } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Allowed } from "@/components/kit/allowed";
import { trpc } from "@/components/kit/trpc";
import { t } from "@/texts/t";
import { erasures } from "../../erasures/erasure.resource";
import { ErasurePlan } from "./erasure-plan.button";

/** Shows what erasing a person would do, and asks for it. Nothing is erased before another person confirms. */
export function ErasureRequestButton({ email }: { email: string }) {
  const request = trpc.erasures.request.useMutation();
  const router = useRouter();
  const [reason, setReason] = useState("");
  const ask = async () => {
    const { id } = await request.mutateAsync({ email, reason });
    router.push(erasures.record(id));
  };
  return (
    <ErasurePlan
      email={email}
      trigger={(open) => (
        <Allowed needs="privacy.erase">
          <Button variant="default" c="var(--pd-bad)" onClick={open}>
            {t("Plan erasure")}
          </Button>
        </Allowed>
      )}
      title="Ask for the erasure of this person?"
      note="Nothing is erased yet: another person has 24 hours to confirm it."
      action="Ask for erasure"
      isReady={reason.trim() !== ""}
      run={ask}
    >
      <Textarea
        label={t("Reason")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        mt={16}
        autosize
        required
      />
    </ErasurePlan>
  );
}
