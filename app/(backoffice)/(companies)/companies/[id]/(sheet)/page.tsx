import { recordPage } from "@/app/_screen/record-page";
import { CompanySheet } from "../../_screens/company.sheet";
import { companies } from "../../company.resource";

export default recordPage(companies, CompanySheet, (trpc, id) => trpc.situation.ofCompany.prefetch({ id }));
