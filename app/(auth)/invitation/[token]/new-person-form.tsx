"use client";

import { trpc } from "@/components/kit/trpc";
import { AuthForm, nameFields, newPasswordField } from "../../auth-form";
import { signIn } from "../../login/sign-in";

interface Props {
  token: string;
  email: string;
  firstName: string;
  lastName: string;
  languageId: string | undefined;
}

/** A new person says who they are and chooses a password; then they are signed in. */
export function NewPersonForm({ token, email, languageId, ...names }: Props) {
  const accept = trpc.invitations.accept.useMutation();
  return (
    <AuthForm
      submit="Accept invitation"
      fields={[...nameFields.map((field) => ({ ...field, value: names[field.name] })), newPasswordField]}
      onSubmit={async ({ firstName, lastName, password = "" }) => {
        const { companyId } = await accept.mutateAsync({ token, firstName, lastName, password, languageId });
        const refusal = await signIn(email, password);
        window.location.assign(refusal ? "/login" : companyId ? `/portal/${companyId}` : "/");
      }}
    />
  );
}
