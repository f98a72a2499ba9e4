import { listPage } from "@/app/_screen/list-page";
import { CountryList } from "./_screens/country.list";
import { countries } from "./country.resource";

export default listPage(countries, CountryList);
