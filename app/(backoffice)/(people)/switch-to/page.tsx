import { listPage } from "@/app/_screen/list-page";
import { MemberList } from "./_screens/member.list";
import { members } from "./member.resource";

export default listPage(members, MemberList);
