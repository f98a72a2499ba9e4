"use client";

import { ShownOnce } from "@/components/ui/shown-once";
import { t } from "@/texts/t";

/** The secret that messages are signed with, for the one time that it can be seen. */
export const SecretShownOnce = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    secret={secret}
    id="webhook-secret"
    losing="The secret has not been copied and will not be shown again."
    copy="Copy secret"
    onClose={onClose}
  >
    {t(
      "The secret is shown only once. The receiver checks each message with it, by the Standard Webhooks scheme (webhook-signature).",
    )}
  </ShownOnce>
);
