import { recordPage } from "@/app/_screen/record-page";
import { CountrySheet } from "../_screens/country.sheet";
import { countries } from "../country.resource";

export default recordPage(countries, CountrySheet);
