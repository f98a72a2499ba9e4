"use client";

import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { Notices } from "@/components/ui/notices";
import { cssVariables, theme } from "@/components/ui/theme";
import { TrpcProvider } from "./trpc";

/** What every page stands on: the theme, the typed door, and the place for notices. */
export const Providers = ({ nonce, children }: { nonce: string | undefined; children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce ?? ""}
  >
    <TrpcProvider>{children}</TrpcProvider>
    <Notices />
  </MantineProvider>
);
