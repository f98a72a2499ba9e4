import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { env } from "@/env/env";
import { logins, password } from "@/scripts/demo.mjs";
import { currentActor } from "@/server/identity/screen-session";
import { samePath } from "@/server/identity/session/same-origin.rules";
import { t } from "@/texts/t";
import { AuthFrame } from "../auth-frame";
import { LoginForm } from "./login-form";

export const generateMetadata = (): Metadata => ({ title: t("Sign in") });

const demo = { password, logins: logins.map(([email = "", who = ""]) => ({ email, who })) };

export default async function LoginPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[]; callbackUrl?: string | string[] }>;
}) {
  const { next, callbackUrl } = await searchParams;
  const wanted = [next ?? callbackUrl].flat()[0];
  if (await currentActor()) redirect(samePath(wanted, env.APP_URL));
  return (
    <AuthFrame title="Sign in">
      <LoginForm callbackUrl={wanted} demo={env.PERSDESK_DEMO ? demo : undefined} />
    </AuthFrame>
  );
}
