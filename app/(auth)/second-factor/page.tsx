import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { env } from "@/env/env";
import { currentActor } from "@/server/identity/screen-session";
import { samePath } from "@/server/identity/session/same-origin.rules";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { SignOutButton } from "../no-access/sign-out-button";
import { FirstEnrolment } from "./first-enrolment";

export const generateMetadata = (): Metadata => ({ title: t("Set up two-step sign-in") });

/** Where staff who must have a second factor come to before anything else. */
export default async function SecondFactorPage({
  searchParams,
}: {
  searchParams: Promise<{ callbackUrl?: string | string[] }>;
}) {
  const wanted = [(await searchParams).callbackUrl].flat()[0];
  const actor = await currentActor();
  if (actor?.kind !== "user") redirect("/login");
  if (!actor.mustEnrol) redirect(samePath(wanted, env.APP_URL));
  return (
    <AuthFrame title="Set up two-step sign-in">
      <FirstEnrolment callbackUrl={wanted} />
      <SignOutButton />
    </AuthFrame>
  );
}
