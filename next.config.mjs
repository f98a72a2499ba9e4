/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@tabler/icons-react"] },
  serverExternalPackages: ["@node-rs/argon2", "pino", "graphile-worker", "exceljs", "mailparser"],
};
