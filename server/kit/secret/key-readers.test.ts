import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "@/scripts/import-graph.mjs";

// Keys turn without signing anybody out only where whoever makes something with the newest reads what an older one made
// (ADR 95). So these files hold the keys, and everybody else asks them.
const holders: Record<string, string> = {
  "server/kit/secret/keyed-hash.ts": "NEXTAUTH_SECRET: hashes of codes and addresses, found by any of them",
  "server/identity/session/cookie-token.ts": "NEXTAUTH_SECRET: cookies and forms, read by any of them",
  "server/identity/second-factor/second-factor.rules.ts":
    "NEXTAUTH_SECRET: authenticators as earlier versions sealed them",
  "server/identity/token.service.ts": "JWT_PRIVATE_KEY: bearers name the key",
  "server/kit/secret/seal.ts": "DATA_KEYS: what is sealed names the key",
};

const named =
  /\benv\.(NEXTAUTH_SECRET|JWT_PRIVATE_KEY|DATA_KEYS)\b|\{[^}]*\b(NEXTAUTH_SECRET|JWT_PRIVATE_KEY|DATA_KEYS)\b[^}]*\} = (env|process\.env)\b/;
const codeIn = (path: string) => readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");

it("only the holders of keys read them", () => {
  const readers = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^env\/|testing/.test(path) && named.test(codeIn(path)));
  expect(readers.sort()).toEqual(Object.keys(holders).sort());
});
