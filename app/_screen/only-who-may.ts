import { forbidden } from "next/navigation";
import { currentActor } from "@/server/identity/screen-session";
import type { Permission } from "@/server/permissions";

/** Shows the page that says so, with 403, to who lacks a right without which there is nothing to do on a page. */
export async function onlyWhoMay(needed: Permission | undefined) {
  const actor = await currentActor();
  if (actor?.kind !== "user" || !needed || !actor.permissions.has(needed)) forbidden();
}
