import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { mailLogList } from "./_screens/mail-log.columns";
import { MailLogList } from "./_screens/mail-log.list";

export default function MailLogPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={mailLogList} searchParams={searchParams}>
      <MailLogList />
    </ListScreen>
  );
}
