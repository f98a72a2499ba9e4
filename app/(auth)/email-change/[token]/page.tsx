import type { Metadata } from "next";
import { serverSide } from "@/app/_screen/hydrate";
import { Rich } from "@/texts/rich";
import { t } from "@/texts/t";
import styles from "../../auth.module.css";
import { AuthFrame } from "../../auth-frame";
import { DeadLink, ofSecretAddress } from "../../mailed-link";
import { ConfirmButton } from "./confirm-button";

export const generateMetadata = (): Metadata => ofSecretAddress(t("New address"));

/** Where the link to a new address leads. Opening it changes nothing: mail programs open links too. */
export default async function EmailChangePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { trpc } = await serverSide();
  const change = await trpc.emailChanges.look({ token });
  if (!change)
    return (
      <DeadLink title="This link is no longer valid">
        {t(
          "The link was already used, has expired, or the change was cancelled. The account keeps its current address.",
        )}
      </DeadLink>
    );
  return (
    <AuthFrame title="Confirm your new address">
      <p className={styles.text}>
        <Rich
          text="Hello {name}, from now on you will sign in as <strong>{email}</strong>. Confirming signs you out everywhere, and your previous address stops working."
          values={{ name: change.firstName, email: change.email }}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      <ConfirmButton token={token} />
    </AuthFrame>
  );
}
