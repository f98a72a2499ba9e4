import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { languageList } from "./_screens/language.columns";
import { LanguageList } from "./_screens/language.list";

export default function LanguagesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={languageList} searchParams={searchParams}>
      <LanguageList />
    </ListScreen>
  );
}
