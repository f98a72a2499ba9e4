import { Status } from "@/components/ui/value";

/** Whether a company takes part; in one that is disabled nobody has any right. */
export const CompanyStatus = ({ status }: { status: "active" | "disabled" }) => (
  <Status tone={status === "active" ? "ok" : "quiet"}>{status === "active" ? "Active" : "Disabled"}</Status>
);

export const companyStatusOptions = [
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
];
