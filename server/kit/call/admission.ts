import { eq } from "drizzle-orm";
import { companies } from "@/db/schema";
import { isForVerified, isPermission, permissionCatalogue, permissionCodes } from "@/server/permissions";
import { t } from "@/texts/t";
import { type Actor, type CompanyCtx, type Ctx, isOfCompanies, mayDo } from "./context";
import { AppError } from "./errors";
import type { Meta } from "./meta";
import { Id } from "./wire";

/** What a procedure's meta says of who may call it. */
export type Admission = Pick<Meta, "permission" | "company" | "staffOnly" | "beforeEnrolment">;

/** @throws AppError `second_factor_enrolment_required` */
export function assertEnrolled(actor: Actor | null) {
  if (actor?.kind === "user" && actor.mustEnrol) throw new AppError("second_factor_enrolment_required");
}

const lacks = (permission: Meta["permission"]) =>
  new AppError(
    "forbidden",
    isPermission(permission)
      ? t('This needs the right "{right}" ({code}).', {
          right: t(permissionCatalogue[permission].label),
          code: permission,
        })
      : "This is not for you.",
  );

/** The one answer for a company that is not the caller's, whether it exists or not. */
const foreign = () => new AppError("forbidden", "companyId: this is not a company of yours.");

/**
 * The checks that need nothing of the request: 401 for nobody, 403 for staff and keys without the right, and for people
 * of companies where an operation is for staff. The doors make them before they read a body, the procedure makes them
 * always.
 */
export function assertMay(
  ctx: Pick<Ctx, "actor">,
  { permission, company, staffOnly, beforeEnrolment }: Admission,
): Actor | null {
  const { actor } = ctx;
  if (permission === "public") return actor;
  if (!actor) throw new AppError("credentials_missing");
  if (!beforeEnrolment) assertEnrolled(actor);
  if (permission === "signed-in") return actor;
  if (isOfCompanies(actor)) {
    if (!company || staffOnly) throw new AppError("forbidden", "Only staff may do this.");
    return actor;
  }
  if (permission === "member") throw foreign();
  if (!mayDo(actor, permission)) throw lacks(permission);
  return actor;
}

/** @throws AppError `forbidden` for a company that staff have not verified */
async function assertVerified({ db }: Pick<Ctx, "db">, companyId: string) {
  const { id, isVerified } = companies;
  const [company] = await db.select({ isVerified }).from(companies).where(eq(id, companyId));
  if (!company?.isVerified)
    throw new AppError(
      "forbidden",
      "Persdesk has not verified this company yet. Until then it invites no partners and has no e-mail texts of its own.",
    );
}

/**
 * Lets the caller into the company that a request names: its people with their rights there, staff and keys into any
 * company with their own. Its people do not do what only verified companies do before staff have verified it (ADR 89). For everybody else it is 403, whether the company exists or not.
 * @param companyId as it was sent, its shape not checked yet
 */
export async function enterCompany<C extends Ctx>(
  ctx: C,
  admission: Admission,
  companyId: unknown,
): Promise<C & CompanyCtx> {
  const { permission } = admission;
  const actor = assertMay(ctx, admission);
  if (!actor) throw new AppError("credentials_missing");
  const id = String(companyId).toLowerCase();
  if (actor.kind !== "user" || !isOfCompanies(actor)) {
    const rights = new Set(permissionCodes.filter((code) => mayDo(actor, code)));
    return { ...ctx, actor, company: { id, rights } };
  }
  const rights = Id.safeParse(companyId).success ? await actor.rightsIn?.(id) : null;
  if (!rights) throw foreign();
  if (isPermission(permission) && !rights.has(permission)) throw lacks(permission);
  if (isForVerified(permission)) await assertVerified(ctx, id);
  return { ...ctx, actor, company: { id, rights } };
}

/**
 * Does the company exist that was entered? For its own people it does; staff and keys may name any. A text that is not
 * an id is left to the schema.
 */
export async function isCompanyThere({ db, actor, company }: CompanyCtx): Promise<boolean> {
  if (isOfCompanies(actor) || !Id.safeParse(company.id).success) return true;
  const [row] = await db.select({ id: companies.id }).from(companies).where(eq(companies.id, company.id));
  return row !== undefined;
}
