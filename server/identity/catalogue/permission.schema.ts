import { z } from "zod";
import { said } from "@/server/kit/value/words.rules";
import { isPermission, permissionCatalogue } from "@/server/permissions";
import { t } from "@/texts/t";

/** What a permission is called, in the language of the request; a code that is none as it is. */
export const permissionLabel = (code: string) => (isPermission(code) ? t(permissionCatalogue[code].label) : code);

/** The code of a permission in an answer, told by its label; "*" of a key stands for all. */
export const PermissionCode = z
  .string()
  .register(said, { text: (code) => (code === "*" ? t("Everything") : permissionLabel(code)) });
