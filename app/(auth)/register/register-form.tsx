"use client";

import { trpc } from "@/components/kit/trpc";
import { AuthForm, nameFields, newPasswordField } from "../auth-form";

export function RegisterForm({ languageId }: { languageId: string | undefined }) {
  const register = trpc.registration.register.useMutation();
  return (
    <AuthForm
      submit="Create account"
      fields={[
        ...nameFields,
        { name: "email", label: "E-mail", type: "email", autoComplete: "username" },
        newPasswordField,
      ]}
      onSubmit={async ({ firstName = "", lastName = "", email = "", password = "" }) => {
        const made = await register.mutateAsync({ firstName, lastName, email, password, languageId });
        window.location.assign(`/activate?email=${encodeURIComponent(made.email)}`);
      }}
      links={[{ title: "Sign in instead", href: "/login" }]}
    />
  );
}
