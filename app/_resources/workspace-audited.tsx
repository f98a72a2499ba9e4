"use client";

import type { ReactNode } from "react";
import { AuditedProvider } from "@/components/kit/audited";

const load = async () => (await import("./workspace-parts")).audited;

/** Lets the pages of a company's workspace say what a change in its history is a change of. */
export const WorkspaceAudited = ({ children }: { children: ReactNode }) => (
  <AuditedProvider load={load}>{children}</AuditedProvider>
);
