import { listPage } from "@/app/_screen/list-page";
import { SignInEventList } from "./_screens/sign-in-event.list";
import { signInEvents } from "./sign-in-event.resource";

export default listPage(signInEvents, SignInEventList);
