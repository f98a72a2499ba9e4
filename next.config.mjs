/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // `npm run verify` and `npm test` check them; a build would take half as long again.
  typescript: { ignoreBuildErrors: true },
  // Where people who look for the API's documents try first.
  redirects: async () =>
    ["/docs", "/changelog"].map((source) => ({ source, destination: "/api/reference", permanent: false })),
  // What a browser asks for by itself where no page names an icon.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  experimental: {
    // A company's workspace that is not one's own is a 403, not a 404.
    authInterrupts: true,
    // Our own server loads the pages once it listens (server/pages-ahead.ts).
    preloadEntriesOnStart: false,
    // Writing it takes a fifth of a build's time, and what is built is kept whole already (scripts/build.mjs).
    turbopackFileSystemCacheForBuild: false,
    // The server's stacks name its functions as they are. Maps of them, 84 MB, would take a third of a build, and each start reads
    // them.
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"],
  },
  serverExternalPackages: [
    "@node-rs/argon2",
    "pino",
    "graphile-worker",
    "exceljs",
    "mailparser",
    "@opentelemetry/sdk-trace-node",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
  ],
};
