import type { Metadata } from "next";
import Link from "next/link";
import { serverSide } from "@/app/_screen/hydrate";
import styles from "../../auth.module.css";
import { AuthFrame } from "../../auth-frame";
import { ConfirmButton } from "./confirm-button";

// The address is a secret: no page that is left from here may learn it.
export const metadata: Metadata = { title: "New address", referrer: "no-referrer", robots: "noindex" };

/** Where the link to a new address leads. Opening it changes nothing: mail programs open links too. */
export default async function EmailChangePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const change = await trpc.emailChanges.look({ token });
  if (!change)
    return (
      <AuthFrame title="This link is no longer valid">
        <p className={styles.text}>
          It was used, has expired, or the change was cancelled. The account keeps the address it has.
        </p>
        <p className={styles.links}>
          <Link href="/login" prefetch={false}>
            Sign in
          </Link>
        </p>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Confirm your new address">
      <p className={styles.text}>
        Hello {change.firstName}, from now on you sign in as <strong>{change.email}</strong>. You are signed out
        everywhere, and the earlier address no longer works.
      </p>
      <ConfirmButton token={token} />
    </AuthFrame>
  );
}
