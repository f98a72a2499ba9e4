import { type Recipient, recipientService } from "@/server/identity/recipient/recipient.service";
import type { Ctx } from "@/server/kit/context";

export type { Recipient };

/** How this context asks about people and languages. Deployed alone, these two calls go over HTTP (decisions 8). */
export interface RecipientPort {
  recipientsOf: (ctx: Ctx, emails: string[]) => Promise<Recipient[]>;
  languages: (ctx: Ctx) => Promise<{ id: string; code: string; isDefault: boolean }[]>;
}

export const recipientPort: RecipientPort = recipientService;
