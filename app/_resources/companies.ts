import type { Screen } from "@/components/kit/screen";

/** The screens of companies, in the order of the rail. */
export const companies: Screen[] = [];
