"use client";

import { trpc } from "@/components/kit/trpc";
import { AuthForm } from "../auth-form";

export function RegisterForm({ languageId }: { languageId: string | undefined }) {
  const register = trpc.registration.register.useMutation();
  return (
    <AuthForm
      submit="Create account"
      fields={[
        { name: "firstName", label: "First name", autoComplete: "given-name" },
        { name: "lastName", label: "Last name", autoComplete: "family-name" },
        { name: "email", label: "E-mail", type: "email", autoComplete: "username" },
        {
          name: "password",
          label: "Password",
          type: "password",
          autoComplete: "new-password",
          description: "At least 10 characters.",
        },
      ]}
      onSubmit={async ({ firstName = "", lastName = "", email = "", password = "" }) => {
        const made = await register.mutateAsync({ firstName, lastName, email, password, languageId });
        window.location.assign(`/activate?email=${encodeURIComponent(made.email)}`);
      }}
      links={[{ title: "Sign in instead", href: "/login" }]}
    />
  );
}
