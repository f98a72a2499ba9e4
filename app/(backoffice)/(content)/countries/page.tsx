import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { countryList } from "./_screens/country.columns";
import { CountryList } from "./_screens/country.list";

export default function CountriesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={countryList} searchParams={searchParams}>
      <CountryList />
    </ListScreen>
  );
}
