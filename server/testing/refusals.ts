import type { Actor, KnownCtx } from "@/server/kit/call/context";
import { AppError } from "@/server/kit/call/errors";
import type { Permission } from "@/server/permissions";

/** A caller by key with these permissions. */
export const key = (...permissions: string[]): Actor => ({
  kind: "key",
  id: "k",
  label: "k",
  permissions: new Set(permissions),
});

/** Work inside a company, where the caller holds these rights. */
export const inside = (actor: Actor, ...rights: Permission[]) =>
  ({ actor, company: { id: "c", rights: new Set(rights) } }) as unknown as KnownCtx;

/** The status and the sentence of a refusal; undefined where there was none. */
export function refusal(work: () => unknown) {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.status, error.code, error.errors?.map(({ path }) => path), error.message];
  }
}
