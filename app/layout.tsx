import "@fontsource-variable/inter/wght.css";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import "@/components/ui/tokens.css";
import "@/components/ui/mantine.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { Providers } from "@/components/kit/providers";
import { AreaTexts } from "@/texts/area-texts";
import { manner } from "@/texts/speech";

export const metadata: Metadata = { robots: "noindex" };

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    // not a text
    { media: "(prefers-color-scheme: light)", color: "#f4f4f6" },
    // not a text
    { media: "(prefers-color-scheme: dark)", color: "#0e0e11" },
  ],
};

// A form that is sent before its page listens would go into the address by itself, password and all, and take what was typed along.
const noNativeSubmit = `document.addEventListener("submit", (event) => event.preventDefault(), true)`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  preload(latin, { as: "font", type: "font/woff2", crossOrigin: "anonymous" }); // or words move as it comes
  return (
    <html lang={manner().language} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
        <script nonce={nonce} suppressHydrationWarning>
          {noNativeSubmit}
        </script>
      </head>
      <body>
        <AreaTexts of="app">
          <Providers nonce={nonce}>{children}</Providers>
        </AreaTexts>
      </body>
    </html>
  );
}
