import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { mailLinks } from "@/db/schema";
import { env } from "@/env/env";
import type { Ctx } from "@/server/kit/call/context";
import { sha256 } from "@/server/kit/secret/hash";
import { sealFor, unsealWith } from "@/server/kit/secret/seal";
import { lifetime } from "@/server/kit/value/lifetime.rules";

// Short addresses of what mails lead to (ADR 91). A row holds the hash of a code and its target sealed by that code: who
// reads the table can follow no link.

export const mailLinkPath = "/l/";
const purpose = "mail-link";

/** How long they work: as long as what they lead to. */
export const linkLifetime = { secret: lifetime.link, page: "90 days" } as const;

/** A short address for each target, in one statement; undefined where there is none. */
export async function shortLinks(ctx: Ctx, targets: (string | undefined)[], lifetime: string) {
  const links = targets.map((target) => (target ? { target, code: randomBytes(12).toString("base64url") } : undefined));
  const rows = links.flatMap((link) =>
    link
      ? {
          codeHash: sha256(link.code),
          target: sealFor(link.code, purpose, link.target),
          expiresAt: sql<string>`now() + ${lifetime}::interval`,
        }
      : [],
  );
  if (rows.length) await ctx.db.insert(mailLinks).values(rows);
  return links.map((link) => link && new URL(`${mailLinkPath}${link.code}`, env.APP_URL).href);
}

/** What a code leads to; undefined for one that is unknown or whose time is over. */
export async function targetOf({ db }: Pick<Ctx, "db">, code: string): Promise<string | undefined> {
  const [link] = await db
    .select({ target: mailLinks.target })
    .from(mailLinks)
    .where(and(eq(mailLinks.codeHash, sha256(code)), gt(mailLinks.expiresAt, sql`now()`)));
  return link && unsealWith(code, purpose, link.target);
}
