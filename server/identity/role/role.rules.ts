import type { FieldError } from "@/server/kit/call/error-codes";
import { AppError, broken } from "@/server/kit/call/errors";
import { same } from "@/server/kit/value/same.rules";
import { t } from "@/texts/t";

interface Role {
  name: string;
  code: string;
  isSystem: boolean;
}

const fixedFields = ["code", "groupCode", "portalId"] as const;

/** Of a system role only the name and the rights may change, of that of administrators only the name (422). */
export function assertEditable<R extends Role>(role: R, values: Partial<R>) {
  if (!role.isSystem) return;
  const touches = (field: string) => {
    const [wanted, held] = [values[field as keyof R], role[field as keyof R]];
    return wanted !== undefined && !same(wanted, held);
  };
  const touched = fixedFields.find(touches);
  if (touched) throw broken(touched, "A system role comes with the product; only its name and permissions can change.");
  if (role.code === "ADMIN" && touches("permissions"))
    throw broken("permissions", "Administrators always have every permission.");
}

/** Why this role cannot be deleted; undefined when it can. */
export const blocker = (role: Role, holders: number) =>
  role.isSystem
    ? t('"{role}" is a system role and cannot be deleted.', { role: role.name })
    : holders > 0
      ? t(
          '{count, plural, one {"{role}" is held by # user} other {"{role}" is held by # users}}; take it from them first.',
          {
            count: holders,
            role: role.name,
          },
        )
      : undefined;

/** @param errors what blocks which role, by its place in the request (422) */
export const blocked = (system: boolean, errors: FieldError[]) =>
  new AppError(system ? "rule_broken" : "in_use", errors.map((error) => error.message).join(" "), { errors });
