"use client";

import type { ReactNode } from "react";
import { AuditedProvider } from "@/components/kit/audited";

const load = async () => (await import("./backoffice-parts")).audited;

/** Lets the pages of the backoffice say what any change in the audit trail is a change of. */
export const BackofficeAudited = ({ children }: { children: ReactNode }) => (
  <AuditedProvider load={load}>{children}</AuditedProvider>
);
