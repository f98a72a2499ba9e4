import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { sessions } from "@/db/schema";
import type { Ctx } from "@/server/kit/call/context";
import { countKeyUses, type KeyUse } from "@/server/kit/secret/key-use";
import { isOver } from "./session-end.service";

const open = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

/** Which key the sessions hang on that are not over: a browser's cookie, an app's newest bearer. */
export const sessionKeyUses = async (ctx: Ctx): Promise<KeyUse[]> => [
  ...(await countKeyUses(
    ctx,
    { list: "NEXTAUTH_SECRET", what: "sessions of browsers" },
    // Under switch-to a browser keeps the cookie of the session that it came from.
    {
      table: sessions,
      keyId: sessions.keyId,
      rows: and(open, eq(sessions.kind, "browser"), isNull(sessions.parentId)),
    },
  )),
  ...(await countKeyUses(
    ctx,
    { list: "JWT_PRIVATE_KEY", what: "sessions of apps" },
    {
      table: sessions,
      keyId: sessions.keyId,
      rows: and(open, ne(sessions.kind, "browser"), or(sql`${sessions.parentId} is not null`, sql`not ${isOver}`)),
    },
  )),
];
