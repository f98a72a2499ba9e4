import {
  nameRecoveryKeys,
  resealAuthenticators,
  secondFactorKeyUses,
} from "@/server/identity/second-factor/second-factor-key.service";
import { sessionKeyUses } from "@/server/identity/session/session-key.service";
import { signingKeyIds } from "@/server/identity/token.service";
import { partsOfBulkChanges } from "@/server/kit/bulk/bulk-parts";
import { inTransaction, type KnownCtx } from "@/server/kit/call/context";
import { partsOfImports } from "@/server/kit/import/import-parts";
import type { KeyList, KeyUse } from "@/server/kit/secret/key-use";
import { secretIds } from "@/server/kit/secret/keyed-hash";
import { dataKeyIds } from "@/server/kit/secret/seal";
import { contactLogKeyUses, resealContactLogs } from "../contact-log/contact-log.service";
import { resealWebhooks, webhookKeyUses } from "../webhook/webhook.service";

/** The ids of the keys of each list, the newest first. */
export const keyIdsOf = (): Record<KeyList, string[]> => ({
  NEXTAUTH_SECRET: secretIds(),
  JWT_PRIVATE_KEY: signingKeyIds(),
  DATA_KEYS: dataKeyIds(),
});

/** What needs which key; a row that names none, which an earlier version made, is counted for the last of its list. */
export async function keyUses(ctx: KnownCtx): Promise<(KeyUse & { keyId: string })[]> {
  const ids = keyIdsOf();
  const uses = [
    ...(await sessionKeyUses(ctx)),
    ...(await secondFactorKeyUses(ctx)),
    ...(await webhookKeyUses(ctx)),
    ...(await contactLogKeyUses(ctx)),
    ...(await partsOfImports.keyUses(ctx)),
    ...(await partsOfBulkChanges.keyUses(ctx)),
  ];
  return uses.map((use) => ({ ...use, keyId: use.keyId ?? ids[use.list].at(-1) ?? "" }));
}

/** Those that need a key which its list lacks: they would stop working without a word. */
export async function missingKeyUses(ctx: KnownCtx) {
  const ids = keyIdsOf();
  return (await keyUses(ctx)).filter(({ list, keyId }) => !ids[list].includes(keyId));
}

/**
 * Seals with the newest key what an older one sealed, so that the older one can be taken away. Sessions and recovery codes
 * cannot be moved: they end, and people make new ones.
 * @throws where something is sealed by a key that is not in its list
 */
export async function moveKeys(ctx: KnownCtx) {
  return {
    authenticators: await resealAuthenticators(ctx),
    recoveryCodes: await nameRecoveryKeys(ctx),
    webhooks: await inTransaction(ctx, resealWebhooks),
    contactLogs: await inTransaction(ctx, resealContactLogs),
    importParts: await partsOfImports.reseal(ctx),
    bulkChangeParts: await partsOfBulkChanges.reseal(ctx),
  };
}
