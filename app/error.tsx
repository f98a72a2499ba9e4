"use client";

import { Message } from "@/components/ui/message";
import { t } from "@/texts/t";

/** What a page shows that could not be drawn; what went wrong is in the server's log, never here. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <Message title="This page could not be displayed" href="/" action="Go to the home page" retry={reset}>
      {t("Something went wrong on our side. Your saved data is safe.")}
    </Message>
  );
}
