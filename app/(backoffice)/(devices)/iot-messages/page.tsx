import { ListScreen, type SearchParams } from "@/app/_screen/list-screen";
import { iotMessageList } from "./_screens/iot-message.columns";
import { IotMessageList } from "./_screens/iot-message.list";

export default function IotMessagesPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <ListScreen list={iotMessageList} searchParams={searchParams}>
      <IotMessageList />
    </ListScreen>
  );
}
