"use client";

import dynamic from "next/dynamic";

/** The bell with the person's own messages in this app. It comes after the page, whose scripts it leaves as they are. */
export const Bell = dynamic(() => import("./inbox-bell").then((module) => module.InboxBell), {
  ssr: false,
  loading: () => <span style={{ width: 28, height: 28 }} />,
});
