import type { Metadata } from "next";
import { AuthFrame } from "../auth-frame";
import { RegisterForm } from "./register-form";

export const metadata: Metadata = { title: "Create account" };

export default function RegisterPage() {
  return (
    <AuthFrame title="Create account">
      <RegisterForm />
    </AuthFrame>
  );
}
