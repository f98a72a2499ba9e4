import { type Recipient, recipientService } from "@/server/identity/recipient/recipient.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";

export type { Recipient };

/** How this context asks about people and languages. Deployed alone, these calls go over HTTP (decisions 8). */
export interface RecipientPort {
  recipientsOf: (ctx: Ctx, emails: string[]) => Promise<Recipient[]>;
  /** whether the caller may read the person of this address; false where nobody has it */
  mayRead: (ctx: KnownCtx, email: string) => Promise<boolean>;
  /** false where nobody has this address */
  optOut: (ctx: KnownCtx, email: string, keyPlatformTech: string) => Promise<boolean>;
  /** those that are on, the default one first */
  languages: (ctx: Ctx) => Promise<{ id: string; code: string; name: string; isDefault: boolean }[]>;
}

export const recipientPort: RecipientPort = recipientService;
