"use client";

import { Message } from "@/components/ui/message";

/** What a page shows that could not be drawn; what went wrong is in the server's log, never here. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <Message title="This page could not be shown" href="/" action="Go to the home page" retry={reset}>
      Something went wrong on our side. What you saved is safe.
    </Message>
  );
}
