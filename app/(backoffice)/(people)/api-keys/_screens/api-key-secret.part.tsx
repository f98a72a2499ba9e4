"use client";

import { ShownOnce } from "@/components/ui/shown-once";
import { t } from "@/texts/t";

/** The key, for the one time that it can be seen. */
export const KeyShownOnce = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnce
    secret={secret}
    id="api-key"
    losing="The key has not been copied and will not be shown again."
    copy="Copy key"
    onClose={onClose}
  >
    {t("The key is shown only once. Store it with the secrets of your service, which sends it in this header:")}{" "}
    <code>{"x-api-key"}</code>
  </ShownOnce>
);
