import { newPage } from "@/app/_screen/new-page";
import { CountryForm } from "../_screens/country.form";
import { countries } from "../country.resource";

export default newPage(countries, CountryForm);
