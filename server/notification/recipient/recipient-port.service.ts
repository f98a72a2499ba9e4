import {
  type About,
  type Recipient,
  type RecipientValues,
  recipientService,
} from "@/server/identity/recipient/recipient.service";
import type { Ctx, KnownCtx } from "@/server/kit/call/context";

export type { About, Recipient, RecipientValues };

/** How this context asks about people and languages. Deployed alone, these calls go over HTTP (decisions 8). */
export interface RecipientPort {
  recipientsOf: (ctx: Ctx, emails: string[]) => Promise<Recipient[]>;
  /** what is known of people by these names, such as "firstName"; people without an active account are left out */
  valuesOf: (ctx: Ctx, emails: string[], names: string[], about?: About) => Promise<RecipientValues[]>;
  /** whether the caller may read the person of this address; false where nobody has it */
  mayRead: (ctx: KnownCtx, email: string) => Promise<boolean>;
  /** false where nobody has this address */
  optOut: (ctx: KnownCtx, email: string, keyPlatformTech: string) => Promise<boolean>;
  /** those that are on, the default one first */
  languages: (ctx: Ctx) => Promise<{ id: string; code: string; name: string; isDefault: boolean }[]>;
}

export const recipientPort: RecipientPort = recipientService;
