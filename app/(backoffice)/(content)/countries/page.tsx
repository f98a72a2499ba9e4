import { languagesAhead } from "@/app/_screen/languages-ahead";
import { listPage } from "@/app/_screen/list-page";
import { CountryList } from "./_screens/country.list";
import { countries } from "./country.resource";

export default listPage(countries, CountryList, languagesAhead);
