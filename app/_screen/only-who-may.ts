import { forbidden } from "next/navigation";
import { currentActor } from "@/server/identity/screen-session";
import type { Permission } from "@/server/permissions";

/** Shows a page about the missing right, with 403, where nothing can be done on the page without it. */
export async function onlyWhoMay(needed: Permission | undefined) {
  const actor = await currentActor();
  if (actor?.kind !== "user" || !needed || !actor.permissions.has(needed)) forbidden();
}
